// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/speeds.hpp"
#include "partition/chain/chain.hpp"
#include "partition/predict/iteration.hpp"

namespace uneven::partition {

/// Seconds of the work on a chain, from speeds of the kernel bp for a network of one hidden layer.
///
/// Work is counted in multiplications of a weight by a value: a matrix of a inputs and b outputs takes 3 a b for each
/// sample, forward, for the gradient and for the errors of its inputs; the first one, which has none of these, 2 a b.
/// All inputs count, be they one-hot or not: a run multiplies them all. The measured network n-m-l takes 2 n + 3 l for
/// each hidden unit and sample, of one-hot inputs only the ones, so its speed gives the seconds of a multiplication.
/// Speeds that tell no network are in weights x samples, of 3 multiplications each.
class ChainWork {
 public:
  /// @param speeds  must outlive this. @param units  of each layer, from the inputs to the outputs.
  ChainWork(const document::Speeds& speeds, const std::vector<std::int64_t>& units);

  /// Seconds of a processor's part of a layer, all passes. @param cells  of its rectangle.
  double of(std::size_t processor, std::size_t layer, document::Side cut, double cells) const;
  /// Products of a layer's matrix in an iteration.
  static int passes_of(std::size_t layer) { return layer == 0 ? 2 : 3; }

 private:
  const document::Speeds& speeds_;
  std::vector<double> units_;   ///< of each layer
  double multiplications_ = 0;  ///< of a unit of the speeds
};

/// What the work of an iteration takes on a plan of several hidden layers.
struct ChainLoad {
  std::vector<double> each_s;  ///< by processor: in all of its layers
  double longest_s = 0;        ///< sum over the layers of the slowest processor's: layers wait for each other
};

/// @param speeds  of all processors of the plan.
ChainLoad load_of(const document::Partition& plan, const document::Speeds& speeds);

/// Predicts the seconds of a chain, see ChainWork.
class ChainTime {
 public:
  /// @param speeds  with a network; must outlive this. Precondition: no why_no_seconds().
  ChainTime(const document::Speeds& speeds, const ChainProblem& chain);

  /// The longest work of a processor, then the sums of the outputs or errors of the slowest column, then the sums of
  /// the gradients of all groups; each alone.
  double layer_seconds(std::size_t layer, document::Side cut, const Shape& shape) const;

  /// Messages of an exchange leave and arrive at once: the latency, and for the busiest processor the work of its
  /// messages and the longer of what it sends and receives. Between hosts, wherever its partners are.
  /// @param enough  see MoveCost.
  double exchange_seconds(const Placement& from, const Placement& to, double enough = no_limit) const;
  /// Forward and backward.
  double move_seconds(const LayerCandidate& lower, const LayerCandidate& upper, double enough = no_limit) const;

 private:
  ChainProblem chain_;
  ChainWork work_;
  SumCosts costs_;
};

/// Predicted seconds of an iteration on a plan of several hidden layers, as plan_chain() adds them up.
/// @param speeds  see ChainTime. Cost: O(L (messages + N log N)).
double chain_seconds(const document::Partition& plan, const document::Speeds& speeds);

/// The reason why the seconds of a chain cannot be predicted from `speeds`; absent if they can. Speeds of any network
/// of one hidden layer will do.
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const std::vector<std::int64_t>& units);

/// The reason why speeds cannot be those of a chain's work: another kernel. Absent if they can.
std::optional<std::string> other_kernel(const document::Speeds& speeds, const std::vector<std::int64_t>& units);

}  // namespace uneven::partition
