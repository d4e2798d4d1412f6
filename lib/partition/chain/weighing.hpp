// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/chain/chain.hpp"
#include "partition/chain/seconds.hpp"

namespace uneven::partition {

/// The candidates of one collective, and the chain chosen of them.
struct Weighing {
  ChainProblem problem;
  std::vector<std::vector<LayerCandidate>> layers;
  std::optional<ChainTime> time;  ///< absent: seconds cannot be predicted
  MoveCost move;
  Chain chain;
  std::vector<double> bytes;  ///< that each processor holds; empty where no memory is known
  bool fits = true;           ///< each processor has the memory for its parts, as far as it is known
  bool shrunk = false;        ///< processors with too little memory have smaller parts than by their speeds
};

/// What all weighings of a plan have in common.
struct ChainRequest {
  const document::Speeds& speeds;  ///< must outlive this
  const std::vector<std::int64_t>& units;
  const Options& options;
  bool in_seconds = false;                      ///< seconds can be predicted
  const document::Partition* before = nullptr;  ///< see plan_chain_within_memory()
  bool quick = false;                           ///< any chain that fits will do
};

/// Whether the memory of some processor is known.
bool memory_is_known(const document::Speeds& speeds);

/// The cheapest chain of all collectives that the options allow.
///
/// Where the memory of processors is known, the chain fits it: the cheapest chain if it does. Else a candidate costs
/// more the larger a part of the memory it takes at the processor where that part is largest. This price rises until a
/// chain fits. If none does, processors with too little memory count as slower in trials, as
/// smaller_where_memory_is_short() has them: of the trials that fit, the one with the least makespan of the work, or by
/// seconds the fastest.
///
/// @return  nothing if no chain fits.
/// Cost: that of layer_candidates() and cheapest_chain(); where memory is short, 24 times as much.
std::optional<Weighing> weigh(const ChainRequest& request);

/// Whether a chain fits, see Weighing::fits. @param chosen  a candidate of each layer.
bool fits_memory(const Weighing& weighing, const std::vector<std::size_t>& chosen, const document::Speeds& speeds);

/// Elements and seconds of a chain.
struct ChainTotals {
  ChainTotals(const Weighing& weighing, const std::vector<std::size_t>& chosen);
  double elements = 0;
  std::optional<double> seconds;
};

}  // namespace uneven::partition
