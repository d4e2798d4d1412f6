// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/json.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

/// Input and options of a job that multiplies matrices ("run": "matmul").
struct MatmulOptions {
  std::optional<std::string> a, b;  ///< NPY files; absent: made up from the seed
  bool transpose_a = false;         ///< the file of A holds A transposed
  bool transpose_b = false;
  std::optional<std::string> c;  ///< NPY file for the product; absent: it is not kept
  std::uint64_t seed = 1;
  std::string precision = "double";  ///< single | double
  bool check = false;                ///< verify the product with random vectors
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const MatmulOptions&);
Object describe_options(const MatmulOptions&);

}  // namespace uneven::document
