// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::launch {

/// What must agree between a planned processor and the rank that does its part.
enum class Match { host, cpu, any };

/// @throws UsageError  if `text` is none of host, cpu and any.
Match match_of(const std::string& text);

/// Where one rank of the running program is.
struct RankPlace {
  std::string host;
  std::string cpu;
};

/// Which part of the plan each rank does.
struct Assignment {
  std::vector<int> processor_of_rank;  ///< shape [ranks]; -1 for a rank without a part
  std::string note;                    ///< what the user should know; may be empty
};

/// Gives each rank the part planned for its host (or processor model).
///
/// Among equals the lower rank gets the lower processor, so a program started as planned keeps its numbers. A
/// processor whose host (model) is not known goes to the lowest rank left over.
///
/// @param planned  the plan's processors, shape [p].
/// @param ranks    shape [n], n >= p; n - p ranks stay without a part.
/// @throws InputError  if n < p, or if a processor finds no rank on its host (of its model).
/// Cost: O((n + p) log p).
Assignment assign(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks, Match match);

}  // namespace uneven::launch
