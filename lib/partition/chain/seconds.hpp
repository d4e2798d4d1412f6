// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/speeds.hpp"
#include "partition/chain/chain.hpp"
#include "partition/predict/iteration.hpp"

namespace uneven::partition {

/// Predicts the seconds of a chain from speeds of the kernel bp for a network of one hidden layer.
///
/// Work is counted in multiplications of a weight by a value: a matrix of a inputs and b outputs takes 3 a b for each
/// sample, forward, for the gradient and for the errors of its inputs; the first one, which has none of these, 2 a b.
/// With one-hot inputs only the ones of a sample count in the first matrix. The measured network n-m-l takes 2 n + 3 l
/// for each hidden unit and sample, so its speed gives the seconds of a multiplication.
class ChainTime {
 public:
  /// @param speeds  with a network; must outlive this. Precondition: no why_no_seconds().
  /// @param input   form of the samples' inputs, one-hot or dense; empty: as the speeds tell.
  ChainTime(const document::Speeds& speeds, const ChainProblem& chain, const std::string& input);

  /// The longest work of a processor, then the sums of the outputs or errors of the slowest column, then the sums of
  /// the gradients of all groups; each alone.
  double layer_seconds(std::size_t layer, document::Side cut, const RoundedShape& rounded) const;

  /// Messages of an exchange leave and arrive at once: the latency, and for the busiest processor the work of its
  /// messages and the longer of what it sends and receives. Between hosts, wherever its partners are.
  /// @param enough  see MoveCost.
  double exchange_seconds(const Placement& from, const Placement& to, double enough = no_limit) const;
  /// Forward and backward.
  double move_seconds(const LayerCandidate& lower, const LayerCandidate& upper, double enough = no_limit) const;

 private:
  const document::Speeds& speeds_;
  ChainProblem chain_;
  SumCosts costs_;
  double first_inputs_ = 0;     ///< that count in the first matrix
  double multiplications_ = 0;  ///< of a hidden unit and sample of the measured network
};

/// The reason why the seconds of a chain cannot be predicted from `speeds`; absent if they can. Speeds of any network
/// of one hidden layer will do.
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const std::vector<std::int64_t>& units);

}  // namespace uneven::partition
