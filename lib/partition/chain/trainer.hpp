// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "document/partition.hpp"
#include "partition/chain/schedule.hpp"
#include "perceptron/matrix.hpp"
#include "perceptron/units.hpp"
#include "schedule/performer.hpp"

namespace uneven::partition {

using perceptron::Matrix;

/// One processor's share of back-propagation on a plan of several hidden layers; see chain.hpp for what it computes.
/// Performs the schedule of an iteration on its parts of the layers.
///
/// Results differ from those of one processor by the rounding of sums alone, and are the same bits in every run.
template <class Real>
class ChainTrainer : private schedule::Actor {
 public:
  /// @param transport  its ranks are the plan's processors.
  /// @param part       of this processor, made for element_bytes = sizeof(Real) and these units. Both must outlive the
  ///                   trainer.
  /// @param meanwhile  called at the start of an iteration and during its waits, to progress other messages.
  ChainTrainer(schedule::Transport& transport, const ChainPart& part, const perceptron::Units& units = {},
               std::function<void()> meanwhile = {});

  /// The samples whose inputs this processor reads, and the samples whose targets it reads; either may be empty.
  const document::Range& input_samples() const { return part_.layers.front().samples; }
  const document::Range& target_samples() const { return part_.layers.back().samples; }
  /// Copies the data. @param inputs   shape [input_samples().count, inputs of the network], with biases one more, 1.
  /// @param targets  shape [target_samples().count, outputs]. @param outputs  of the network.
  void set_data(const Real* inputs, const Real* targets, std::int64_t outputs);

  /// Uniform within a bound; a weight depends only on the seed, its layer and its two units. Biases are 0.
  /// @param bounds  of each layer; empty: 0.3.
  void initialise(std::uint64_t seed, const std::vector<double>& bounds = {});

  /// The gradient over all samples, then the update of all weights. Collective.
  /// @param agree  called at the end of the iteration. Its `error` is the loss before the update over the outputs and
  ///               samples that this processor counts; the sum over all processors is that of the network.
  void iterate(Real rate, Real momentum, const std::function<void(double error)>& agree);

  /// Whether all weights of the processor are finite after the last iteration.
  bool finite() const { return finite_; }
  /// Seconds so far, by account; agreements are not counted.
  const schedule::Times& times() const { return performer_.times(); }

  /// This processor's weights of a layer, by inputs and outputs; see ChainPart::Layer for which these are.
  Matrix<Real>& weights(std::size_t layer) { return layers_[layer].weights; }
  /// The velocity of the momentum term, alike; zero at first.
  Matrix<Real>& velocity(std::size_t layer) { return layers_[layer].velocity; }

 private:
  struct Layer {
    Matrix<Real> weights, gradient, velocity;
    Matrix<Real> values;               ///< of its inputs, by sample
    Matrix<Real> results;              ///< the sums of its outputs, then the units' values
    Matrix<Real> slopes;               ///< of the error in these sums
    Matrix<Real> errors;               ///< of its inputs
    Matrix<Real> received_errors;      ///< of its outputs
    std::vector<Matrix<Real>> packed;  ///< gradients, by group
  };

  void work(const schedule::Work& work) override;
  void agree(const schedule::Agree&) override { (*agree_)(error_); }
  void meanwhile() override {
    if (meanwhile_) meanwhile_();
  }
  schedule::Memory memory(const schedule::Send& send) override { return memory(send.message); }
  schedule::Memory memory(const schedule::Receive& receive) override { return memory(receive.message); }
  schedule::Memory memory(const schedule::Message& message);
  Matrix<Real>& matrix(int buffer);
  std::vector<Real*> buffers();
  void copy_values(std::size_t layer);
  void copy_errors(std::size_t layer);
  void place_outputs();
  void output_error();
  void update(Layer& layer);
  void copy_group(std::size_t layer, std::size_t group, bool pack);

  const ChainPart& part_;
  perceptron::Units units_;
  std::function<void()> meanwhile_;
  std::vector<Layer> layers_;
  Matrix<Real> targets_, all_outputs_;  ///< the latter where outputs are joined, see ChainPart
  Real rate_ = 0, momentum_ = 0;
  double error_ = 0;
  bool finite_ = true;
  const std::function<void(double)>* agree_ = nullptr;
  schedule::Performer<Real> performer_;
};

extern template class ChainTrainer<float>;
extern template class ChainTrainer<double>;

}  // namespace uneven::partition
