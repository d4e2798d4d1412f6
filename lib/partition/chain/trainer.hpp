// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "document/partition.hpp"
#include "partition/chain/schedule.hpp"
#include "schedule/performer.hpp"

namespace uneven::partition {

/// A row-major matrix whose last row can be read 16 numbers beyond its end, as perceptron::Product wants.
template <class Real>
struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<Real> numbers;

  Matrix() = default;
  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), numbers(static_cast<std::size_t>(r * c + 16)) {}
  std::int64_t size() const { return rows * columns; }
  Real* at(std::int64_t row, std::int64_t column = 0) { return numbers.data() + row * columns + column; }
  const Real* at(std::int64_t row, std::int64_t column = 0) const { return numbers.data() + row * columns + column; }
};

/// One processor's share of full-batch back-propagation with sigmoid units and no biases on a plan of several hidden
/// layers; see chain.hpp for what it computes. Performs the schedule of an iteration on its parts of the layers.
///
/// Results differ from those of one processor by the rounding of sums alone, and are the same bits in every run.
template <class Real>
class ChainTrainer : private schedule::Actor {
 public:
  /// @param transport  its ranks are the plan's processors.
  /// @param part       of this processor, made for element_bytes = sizeof(Real). Both must outlive the trainer.
  ChainTrainer(schedule::Transport& transport, const ChainPart& part);

  /// The samples of which this processor reads the inputs, and those of which it reads the targets; empty for none.
  const document::Range& input_samples() const { return part_.layers.front().samples; }
  const document::Range& target_samples() const { return part_.layers.back().samples; }
  /// Copies the data. @param inputs   shape [input_samples().count, inputs of the network].
  /// @param targets  shape [target_samples().count, outputs]. @param outputs  of the network.
  void set_data(const Real* inputs, const Real* targets, std::int64_t outputs);

  /// Uniform in [-0.3, 0.3]; a weight depends only on the seed, its layer and its two units.
  void initialise(std::uint64_t seed);

  /// The gradient over all samples, then the update of all weights. Collective.
  /// @param agree  called at the end of the iteration. Its `error` is half the sum of squared errors before the update
  ///               over the outputs and samples that this processor counts; the sum over all processors is that of the
  ///               network.
  void iterate(Real rate, const std::function<void(double error)>& agree);

  /// Whether all weights of the processor are finite after the last iteration.
  bool finite() const { return finite_; }
  /// Seconds so far, by account; agreements are not counted.
  const schedule::Times& times() const { return performer_.times(); }

  /// This processor's weights of a layer, by inputs and outputs; see ChainPart::Layer for which these are.
  const Matrix<Real>& weights(std::size_t layer) const { return layers_[layer].weights; }

 private:
  struct Layer {
    Matrix<Real> weights, gradient;
    Matrix<Real> values;               ///< of its inputs, by sample
    Matrix<Real> results;              ///< the sums of its outputs, then the units' values
    Matrix<Real> slopes;               ///< of the error in these sums
    Matrix<Real> errors;               ///< of its inputs
    Matrix<Real> received_errors;      ///< of its outputs
    std::vector<Matrix<Real>> packed;  ///< gradients, by group
  };

  void work(const schedule::Work& work) override;
  void agree(const schedule::Agree&) override { (*agree_)(error_); }
  schedule::Memory memory(const schedule::Send& send) override { return memory(send.message); }
  schedule::Memory memory(const schedule::Receive& receive) override { return memory(receive.message); }
  schedule::Memory memory(const schedule::Message& message);
  Matrix<Real>& matrix(int buffer);
  std::vector<Real*> buffers();
  void copy_values(std::size_t layer);
  void copy_errors(std::size_t layer);
  void slopes(std::size_t layer);
  void output_error();
  void copy_group(std::size_t layer, std::size_t group, bool pack);

  const ChainPart& part_;
  std::vector<Layer> layers_;
  Matrix<Real> targets_;
  Real rate_ = 0;
  double error_ = 0;
  bool finite_ = true;
  const std::function<void(double)>* agree_ = nullptr;
  schedule::Performer<Real> performer_;
};

extern template class ChainTrainer<float>;
extern template class ChainTrainer<double>;

}  // namespace uneven::partition
