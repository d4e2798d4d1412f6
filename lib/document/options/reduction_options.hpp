// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/names.hpp"
#include "document/json.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

/// Type of an element; of a matrix, of its four numbers.
enum class NumberType { float32, float64, int64 };

constexpr auto table_of(NumberType) {
  using enum NumberType;
  return std::to_array<Name<NumberType>>({{float32, "float"}, {float64, "double"}, {int64, "int64"}});
}

/// What run-reduction was told.
struct ReductionOptions {
  std::string operation = "sum";  ///< sum | min | max | product | concat | matrix
  NumberType type = NumberType::float64;
  std::int64_t elements = 1;        ///< per item; of a matrix operator, 2 x 2 matrices
  std::optional<std::string> data;  ///< NPY file, a row per item; made up from the seed if absent
  std::int64_t seed = 1;
  std::int64_t repeat = 1;   ///< >= 1
  bool against_mpi = false;  ///< measure MPI_Reduce too
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const ReductionOptions&);
Object describe_options(const ReductionOptions&);

/// The type of elements follows from the operation where the job names none.
/// @throws InputError  if options contradict one another.
void complete(ReductionOptions& options, const Json& input_of_job, const Json& options_of_job);

}  // namespace uneven::document
