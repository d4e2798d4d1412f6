// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "perceptron/kernels.hpp"
#include "perceptron/samples.hpp"
#include "perceptron/units.hpp"

namespace uneven::perceptron {

/// Bounds of the first weights: those from the inputs, and those to the outputs.
struct Bounds {
  double inputs = 0.3, outputs = 0.3;
};

/// The part of training an n-m-l perceptron (Ozawa 2004, eq. 1-8) that one processor does: some samples x some hidden
/// units. With all hidden units and all samples it is the whole network.
///
/// Weights and gradient are row-major, shape [inputs + outputs, stride()]; column j is hidden unit j of the block. Rows
/// 0 .. inputs - 1 hold W^T, the others V. Columns from hidden() on are zero and stay zero.
///
/// Samples are passed in chunks, so that a chunk's partial outputs can travel while the next chunk is computed. What is
/// computed for a chunk between forward() and accumulate_input_gradient() lies in one of `depth` slots. The order for a
/// chunk is forward, [sum of partial() over the processors of the column], output_error, accumulate_output_gradient,
/// hidden_error, accumulate_input_gradient; the result depends on the chunk size only by rounding, and is the same bits
/// for the same chunk size, processor type and OpenBLAS kernel.
///
/// With biases, the network has one more input and one more hidden unit, both always 1. The weights of that unit stay
/// 0.
///
/// Dense input is multiplied by OpenBLAS, with as many threads as the caller has set; all else runs on one thread.
template <class Real>
class Block {
 public:
  /// @param samples  the block's samples; what the view points to must outlive the block.
  /// @param hidden   hidden units of the block, >= 1.
  /// @param chunk    samples per chunk, 0 for chunk_samples(); processors that sum partial outputs need the same one.
  /// @param depth    chunks in flight, >= 1.
  /// @throws InputError  if an active input is not in [0, inputs) or a size is not positive.
  Block(const Samples<Real>& samples, std::int64_t hidden, std::int64_t chunk = 0, int depth = 1,
        const Units& units = {});

  /// Other samples, as many and with as many inputs and outputs, dense or sparse as those before.
  void replace_samples(const Samples<Real>& samples);

  const Samples<Real>& samples() const { return samples_; }
  std::int64_t hidden() const { return hidden_; }
  std::int64_t stride() const { return stride_; }
  std::int64_t rows() const { return samples_.inputs + samples_.outputs; }
  std::int64_t chunk() const { return chunk_; }
  std::int64_t chunks() const { return (samples_.samples + chunk_ - 1) / chunk_; }
  int depth() const { return static_cast<int>(slots_.size()); }

  /// First sample and number of samples of chunk c.
  std::int64_t first_sample(std::int64_t c) const { return c * chunk_; }
  std::int64_t sample_count(std::int64_t c) const;

  Real* weights() { return weights_.data(); }
  const Real* weights() const { return weights_.data(); }
  Real* gradient() { return gradient_.data(); }
  const Real* gradient() const { return gradient_.data(); }

  /// Sets the weights: uniform within the bounds, those of a hidden unit depending only on (seed, first_hidden + j).
  /// Biases are 0.
  void initialise(std::uint64_t seed, std::int64_t first_hidden = 0, const Bounds& bounds = {});

  /// Before the first chunk of an iteration: gradient = 0, and the kernels' copy of V follows the weights.
  void start_iteration();

  /// F = f(X W^T) (eq. 1) and partial = F V^T (the sum in eq. 2 over this block's hidden units).
  /// Cost: 2 m (ones or inputs + outputs) flop per sample and m sigmoids.
  void forward(std::int64_t c, int slot = 0);

  /// The partial outputs, shape [sample_count(c), outputs], contiguous: to be summed over processors in place.
  Real* partial(int slot = 0) { return slots_[static_cast<std::size_t>(slot)].outputs.data(); }

  /// From the summed partial(): the outputs h and, in its place, d2 = (h - d) h (1 - h) (eq. 5); h - d of cross-entropy
  /// and of linear outputs.
  /// @return the loss over the chunk, such as half the sum of (h - d)^2.
  double output_error(std::int64_t c, int slot = 0);

  /// From the summed partial(): in its place, the outputs h.
  void outputs(std::int64_t c, int slot = 0);

  /// dV += d2^T F (eq. 3). Cost: 2 m outputs flop per sample.
  void accumulate_output_gradient(std::int64_t c, int slot = 0);

  /// F becomes d1 = f' (d2 V) (eq. 6), f' = F (1 - F) of sigmoids. Cost: 2 m outputs flop per sample.
  void hidden_error(std::int64_t c, int slot = 0);

  /// dW^T += X^T d1 (eq. 4) for the hidden units [first, first + count) of the block; by default all.
  /// Cost: 2 (inputs) or (ones) times count flop per sample.
  void accumulate_input_gradient(std::int64_t c, int slot = 0, std::int64_t first = 0, std::int64_t count = -1);

  /// weights -= rate * gradient (eq. 7, 8). @return  whether all weights are finite.
  bool update(Real rate);

 private:
  struct Slot {
    Buffer<Real> hidden;   // F, then d1; shape [chunk, stride]
    Buffer<Real> outputs;  // partial outputs, then d2; shape [chunk, outputs]
  };
  Real* output_rows(Buffer<Real>& matrix) { return matrix.data() + samples_.inputs * stride_; }
  void clear_padding(Real* f, std::int64_t rows);
  void set_constant(Real* f, std::int64_t rows, Real value) const;
  Into slope() const;

  Samples<Real> samples_;
  Units units_;
  std::int64_t hidden_, width_, stride_, chunk_;
  std::int64_t outputs_stride_;  // of the transposed V
  Buffer<Real> weights_, gradient_, output_weights_;
  std::vector<Slot> slots_;
  InputLists lists_;
  const Kernels<Real>& kernels_;
};

/// What is done with a chunk once its partial outputs are summed.
/// @return  its error, half the sum of squares.
template <class Real>
double backward(Block<Real>& network, std::int64_t chunk, int slot = 0);

/// One iteration of the whole network on one processor: all chunks, then the update.
/// @return the error before the update, half the sum of (h - d)^2 over all samples.
template <class Real>
double iterate(Block<Real>& network, Real rate);

/// Iterates until the error is at or below `target_error` or `iterations` are
/// done. @return the error of each iteration done, before its update.
template <class Real>
std::vector<double> train(Block<Real>& network, std::int64_t iterations, Real rate, double target_error = 0);

/// A first weight within another bound than 0.3.
inline double within(double weight, double bound) { return bound == 0.3 ? weight : weight / 0.3 * bound; }

/// The first weights of hidden unit `unit` (counted in the whole network): `count` numbers, uniform in [-0.3, 0.3],
/// which depend on nothing but (seed, unit), so that any partition starts from the same network.
///
/// Source: the generator SplitMix64, Steele, Lea and Flood, OOPSLA 2014, doi:10.1145/2660193.2660195.
std::vector<double> initial_weights(std::uint64_t seed, std::int64_t unit, std::int64_t count);

}  // namespace uneven::perceptron
