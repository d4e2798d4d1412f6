// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "partition/schedule.hpp"
#include "perceptron/block.hpp"
#include "schedule/performer.hpp"

namespace uneven::partition {

/// One processor's share of full-batch back-propagation (Ozawa 2004, eq. 1-8) on its rectangle. Performs the schedule
/// of an iteration on its block of the network.
template <class Real>
class Trainer : private schedule::Actor {
 public:
  /// @param part       made for element_bytes = sizeof(Real). All references must outlive the trainer.
  /// @param samples    the samples of `part`; the data that it points to must outlive the trainer.
  /// @param meanwhile  called at the start of an iteration and during its waits, to progress other messages.
  /// @param units      of this part: one with the last hidden units of a network with biases has the constant unit.
  Trainer(schedule::Transport& transport, const Part& part, const perceptron::Samples<Real>& samples,
          std::function<void()> meanwhile, const perceptron::Units& units = {});

  /// One iteration: gradient over all samples, then the update of the block's weights. Collective.
  /// @param agree  called at the end of the iteration. Its `error` is half the sum of squared output errors over this
  ///               column's samples, before the update; only the column's top processor has it, the others have 0.
  void iterate(Real rate, Real momentum, const std::function<void(double error)>& agree);

  perceptron::Block<Real>& block() { return block_; }
  /// The velocity of the momentum term, in the block's layout; zero at first.
  Real* velocity() { return velocity_.data(); }
  /// Whether all weights of the block are finite after the last iteration.
  bool finite() const { return finite_; }
  /// Seconds so far, by account; agreements are not counted.
  const schedule::Times& times() const { return performer_.times(); }

 private:
  void work(const schedule::Work& work) override;
  void agree(const schedule::Agree&) override;
  void meanwhile() override { meanwhile_(); }

  std::vector<Real*> buffers();
  int slot(std::int64_t chunk) const { return static_cast<int>(chunk % part_.in_flight); }
  void copy_outputs(std::size_t group, bool pack);
  void copy_inputs(std::size_t group, bool pack);
  void copy_rows(std::int64_t first_row, const document::Range& hidden, std::vector<Real>& packed, bool pack);
  void unpack();
  void update();

  const Part& part_;
  std::function<void()> meanwhile_;
  perceptron::Block<Real> block_;
  std::vector<std::vector<Real>> outputs_, inputs_;  ///< packed dV and dW, by communication group
  std::vector<Real> velocity_;
  Real rate_ = 0, momentum_ = 0;
  double error_ = 0;
  bool finite_ = true;
  const std::function<void(double)>* agree_ = nullptr;
  schedule::Performer<Real> performer_;
};

extern template class Trainer<float>;
extern template class Trainer<double>;

}  // namespace uneven::partition
