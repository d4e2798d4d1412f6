// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::launch {

/// Property that must agree between a planned processor and the rank that does its part.
enum class Match { host, cpu, any };

/// @throws UsageError  if `text` is none of host, cpu and any.
Match match_of(const std::string& text);

/// "node1 (2), node2": each host (or model) of a plan once, with its number of processors if more than one; at most
/// eight.
std::string places_of(const std::vector<document::Processor>& planned, Match match);

/// Host and processor model of a rank of the running program.
struct RankPlace {
  std::string host;
  std::string cpu;
};

/// The part of the plan that each rank does.
struct Assignment {
  std::vector<int> processor_of_rank;  ///< shape [ranks]; -1 for a rank without a part
  std::string note;                    ///< note for the user; may be empty
};

/// Gives each rank the part planned for its host (or processor model).
///
/// Among equals the lower rank gets the lower processor, so a program started as planned keeps its numbers. A
/// processor of unknown host (model) goes to the lowest remaining rank.
///
/// @param planned  the plan's processors, shape [p].
/// @param ranks    shape [n], n >= p; n - p ranks stay without a part.
/// @throws InputError  if n < p, or if a processor finds no rank on its host (of its model).
/// Cost: O((n + p) log p).
Assignment assign(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks, Match match);

}  // namespace uneven::launch
