// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/formats/format.hpp"

namespace uneven::data {

/// Contents of one part of a file.
struct Survey {
  std::vector<std::int64_t> rows;    ///< of each block, as it will be read; shape [blocks of the part]
  std::int64_t all_rows = 0;         ///< also those that are dropped
  std::vector<double> sums;          ///< of the values that are not missing; shape [blocks, columns]
  std::vector<std::int64_t> counts;  ///< of these values; shape [columns]
  Findings findings;
};

/// For another process of the same program.
std::string bytes_of(const Survey& survey);
Survey survey_of(const std::string& bytes);

}  // namespace uneven::data
