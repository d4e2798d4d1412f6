// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bp/control.hpp"
#include "document/json.hpp"
#include "document/partition.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

/// A matrix of the whole network in the layout of a block: shape [inputs + outputs, hidden], W^T above V.
template <class Real>
using Whole = std::vector<Real>;

/// Collects the first column's blocks (which hold every hidden unit once) at rank 0. Collective.
/// @param plan    followed by the team; rank 0 has a rectangle.
/// @param block   this processor's matrix with rows `stride` apart; ignored outside the first column. Null at all
/// ranks:
///                messages have their lengths only.
/// @return        the whole matrix at rank 0; empty at the others, and without numbers.
template <class Real>
Whole<Real> gather(Team& team, const document::Partition& plan, Real* block, std::int64_t stride);

/// Room for a matrix.
template <class Real>
void make_room(Whole<Real>& whole, const document::Perceptron& network) {
  whole.resize(static_cast<std::size_t>((network.inputs + network.outputs) * network.hidden));
}

/// Gives every processor its hidden units, possibly none, of rank 0's matrix. Collective.
/// @param whole  of all ranks: room for the matrix, filled at rank 0; or empty: messages have their lengths only.
template <class Real>
void scatter(Team& team, const document::Perceptron& network, document::Range hidden, Whole<Real> whole, Real* block,
             std::int64_t stride);

/// The files of W and V in "W.npy,V.npy"; the schema of a job ensures that there are two.
std::pair<std::string, std::string> weight_files(const std::string& files);

/// W, of shape [hidden, inputs], and V, of shape [outputs, hidden]; with biases, each has them as a last column.
template <class Real>
struct Matrices {
  std::vector<Real> w, v;
};

/// @param network  computed, as of all functions here: with biases, it has one input and one hidden unit more.
template <class Real>
Matrices<Real> matrices_of(const Whole<Real>& whole, const document::Perceptron& network, bool bias);
template <class Real>
Whole<Real> whole_of(const Matrices<Real>& matrices, const document::Perceptron& network, bool bias);

/// Reads a matrix, or a vector where `columns` is 0. @throws InputError if it has another shape, or a number is not
/// finite.
template <class Real>
std::vector<Real> read_matrix(const std::string& file, std::int64_t rows, std::int64_t columns);

/// Reads W and V from "W.npy,V.npy". @throws InputError if the shapes are not the network's, or a weight is not finite.
template <class Real>
Whole<Real> read_weights(const std::string& files, const document::Perceptron& network, bool bias);

template <class Real>
void write_weights(const std::string& files, const document::Perceptron& network, bool bias, const Whole<Real>& whole);

/// The state of a training run between two iterations, gathered at one processor. All numbers are finite.
template <class Real>
struct State {
  std::vector<double> error;  ///< of each iteration done
  Whole<Real> weights;
  Whole<Real> velocity;            ///< empty without momentum
  std::vector<double> validation;  ///< losses so far
  Whole<Real> best;                ///< weights with the least of them; empty before the first
};

/// Writes the errors, the weights and the velocity as they lie in memory, see document/checkpoint.hpp.
/// @param identity  properties that a resuming run must share: data, network, seed, ...
template <class Real>
void write_checkpoint(const std::string& path, const document::Json& identity, const State<Real>& state);

/// Reads a checkpoint. @return  nothing if there is no such file.
/// @throws InputError if the file is damaged, has another identity (naming the difference), or holds impossible values.
template <class Real>
std::optional<State<Real>> read_checkpoint(const std::string& path, const document::Json& identity,
                                           std::size_t weights);

}  // namespace uneven::bp
