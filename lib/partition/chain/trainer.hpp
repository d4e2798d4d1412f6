// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/chain/placement.hpp"
#include "schedule/performer.hpp"

namespace uneven::partition {

/// A row-major matrix whose last row can be read 16 numbers beyond its end, as perceptron::Product wants.
template <class Real>
struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<Real> numbers;

  Matrix() = default;
  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), numbers(static_cast<std::size_t>(r * c + 16)) {}
  Real* at(std::int64_t row, std::int64_t column = 0) { return numbers.data() + row * columns + column; }
  const Real* at(std::int64_t row, std::int64_t column = 0) const { return numbers.data() + row * columns + column; }
};

/// One processor's share of full-batch back-propagation with sigmoid units and no biases on a plan of several hidden
/// layers; see chain.hpp for what it computes, and what it sums and sends.
///
/// Layers follow one another: the work of a layer, its sums, then what moves to the next; the same backward. Nothing
/// overlaps. All messages and sums of a step are over before the next, so that all ranks perform the same list and none
/// waits for one that waits for it.
///
/// Results differ from those of one processor by the rounding of sums alone, and are the same bits in every run.
template <class Real>
class ChainTrainer {
 public:
  /// @param plan  without faults, of several hidden layers; ranks of the transport are its processors.
  ChainTrainer(schedule::Transport& transport, const document::Partition& plan, std::int64_t processor);

  /// The samples of which this processor reads the inputs, and those of which it reads the targets; empty for none.
  const document::Range& input_samples() const { return layers_.front().samples; }
  const document::Range& target_samples() const { return layers_.back().samples; }
  /// @param inputs   shape [input_samples().count, inputs of the network].
  /// @param targets  shape [target_samples().count, outputs of the network]; copied, as the inputs are.
  void set_data(const Real* inputs, const Real* targets);

  /// Uniform in [-0.3, 0.3]; a weight depends only on the seed, its layer and its two units.
  void initialise(std::uint64_t seed);

  /// The gradient over all samples, then the update of all weights. Collective.
  /// @return  half the sum of squared errors before the update over the outputs and samples that this processor counts;
  ///          the sum over all processors is that of the network.
  double iterate(Real rate);

  /// This processor's weights of a layer, by inputs and outputs, and which these are; empty for none.
  const Matrix<Real>& weights(std::size_t layer) const { return layers_[layer].weights; }
  const document::Range& inputs_of(std::size_t layer) const { return layers_[layer].inputs; }
  const document::Range& outputs_of(std::size_t layer) const { return layers_[layer].outputs; }

 private:
  struct Group {
    document::Range units;  ///< of those that are cut, from the first of the processor's part
    schedule::SumGroup members;
  };
  struct Layer {
    document::Side cut = document::Side::outputs;
    document::Range samples, inputs, outputs;  ///< of this processor's part
    std::int64_t all_inputs = 0, first_unit = 0;
    bool works = false;
    bool counts = false;  ///< its outputs in the error; one processor does for each output of a sample
    schedule::SumGroup column;
    std::vector<Group> groups;
    Matrix<Real> weights, values, results, errors, gradient;
  };
  /// Between two layers, in one direction.
  struct Step {
    std::vector<Delivery> sends, receives;
  };

  void place(const document::Partition& plan, std::size_t number);
  Step step(const Placement& from, const Placement& to) const;
  void move(const Step& step, const Matrix<Real>& from, const document::Range& from_samples,
            const document::Range& from_units, Matrix<Real>& to, const document::Range& to_samples,
            const document::Range& to_units, int tag);
  void forward(Layer& layer, int tag);
  double output_error();
  void backward(Layer& layer, bool errors, int tag);
  void sum(const schedule::SumGroup& members, Real* numbers, std::int64_t count, int tag);
  void sum_gradient(Layer& layer, const Group& group, int tag);

  schedule::Transport& transport_;
  std::int64_t processor_;
  std::int64_t outputs_;  ///< of the network
  std::vector<Layer> layers_;
  std::vector<Step> forward_, backward_;  ///< by lower layer
  Matrix<Real> targets_;
};

extern template class ChainTrainer<float>;
extern template class ChainTrainer<double>;

}  // namespace uneven::partition
