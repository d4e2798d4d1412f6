// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/hbsp_elements.hpp"
#include "document/options/command_options.hpp"
#include "shares/parts.hpp"

namespace uneven::command {

/// The work of a plan, as the calls of a command get it.
///
/// Its units are numbered over all ranks. Of hbsp-elements they are the elements. Of array-shares they are the cells,
/// numbered block after block in the order of the ranks, and a call gets a whole block:
///
///     rank 0  rows 0-1, columns 0-2    units 0-5
///     rank 1  rows 2-3, columns 0-2    units 6-11
struct Work {
  std::int64_t count = 0;                    ///< units of all ranks
  std::int64_t multiple_of = 1;              ///< divides the units of each call but those at the ends of shares
  std::vector<document::Range> ranges;       ///< units of each rank, in order
  std::vector<shares::Part> blocks;          ///< of an array, by rank; empty: the work is no array
  std::vector<document::Processor> cluster;  ///< by rank
  std::optional<double> seconds;             ///< predicted makespan

  bool is_array() const { return !blocks.empty(); }
};

/// Precondition of these: the plan is sound.
Work work_of(const document::HbspElements& plan);
Work work_of(const document::ArrayShares& plan);

/// The kinds of plans with such work.
const std::vector<std::string>& kinds_with_work();

/// The work of a plan of one of these kinds.
Work work_of(const document::Tree& plan);

/// What a call is told, but its host.
/// @param owner  the rank that the plan gives the units to.
shares::Values values_of(const Work& work, document::Range units, int owner);

/// Checksum of the blocks of an array, which tells two plans with equally many cells apart; "" if it is no array.
std::string checksum_of_blocks(const Work& work);

/// Blocks are not cut, and have no lines. @throws UsageError  for options that would need it.
void require_fitting(const document::CommandOptions& options, const Work& work);

}  // namespace uneven::command
