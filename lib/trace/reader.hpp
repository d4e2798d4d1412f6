// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "trace/timeline.hpp"

namespace uneven::trace {

/// A question to a trace file.
struct Question {
  std::vector<std::size_t> row_of_rank;  ///< shape [p]
  std::size_t rows = 0;                  ///< above all of these
  std::size_t most_columns = 300;
  std::set<std::int64_t> iterations{}, supersteps{};  ///< numbers whose ends are sought
};

/// The answer of a trace file about a run.
struct Answer {
  Timeline timeline;
  std::vector<std::string> hosts;  ///< shape [p]; empty where the file names none
  std::vector<double> compute_s;   ///< shape [p], also of spans that are not in the file, without preparation
  bool simulated = false;
  std::int64_t forgotten = 0;       ///< spans that are not in the file
  std::int64_t work_begins_ns = 0;  ///< when the last rank was prepared
  /// When the last rank had ended an iteration or a superstep; of those whose spans are in the file.
  std::map<std::int64_t, std::int64_t> iteration_ends_ns, superstep_ends_ns;
};

/// Reads what a Writer wrote.
///
/// @throws OpenError, IoError; InputError for broken JSON, for events that no Writer writes, and for another number of
///   ranks than p.
/// Memory: bounded by p, the rows and columns, and the ends sought; not by the file. Cost: one pass over the file.
Answer read(const std::string& path, const Question& question);

}  // namespace uneven::trace
