// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bp/control.hpp"
#include "document/json.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// All weights of a network as they are computed with. Of one hidden layer a matrix of the computed network (see
/// bp/network.hpp) in the layout of a block, shape [inputs + outputs, hidden], W^T above V; of several a matrix for
/// each layer, shape [inputs, outputs], with biases one row more.
template <class Real>
using Whole = std::vector<Real>;

/// How many they are. @param sizes  of all layers, from the inputs to the outputs.
std::int64_t numbers_of(const std::vector<std::int64_t>& sizes, bool bias);

/// A block of a matrix of the whole that a processor has.
template <class Real>
struct Piece {
  int owner = 0;
  std::int64_t rows = 0, columns = 0;
  std::int64_t first = 0, stride = 0;  ///< of the whole: place of the block, and numbers between rows
  Real* own = nullptr;                 ///< the block at its owner
  std::int64_t own_stride = 0;
};

/// Copies the numbers of this rank's piece from the whole. @param piece  of this rank.
template <class Real>
void take(const Whole<Real>& whole, const Piece<Real>& piece);

/// Collects pieces at rank 0. Collective.
/// @param numbers  of the whole, which the pieces cover once; 0 at all ranks: messages have their lengths only.
/// @param pieces   of all ranks, in the same order; `own` matters for those of this rank.
/// @return         the whole at rank 0; empty at the others, and without numbers.
template <class Real>
Whole<Real> gather(Team& team, std::int64_t numbers, const std::vector<Piece<Real>>& pieces);

/// For each layer a matrix of shape [outputs, inputs]; with biases, each has them as a last column.
template <class Real>
using Matrices = std::vector<std::vector<Real>>;

/// @param sizes  of all layers, as of all functions here: without biases.
template <class Real>
Matrices<Real> matrices_of(const Whole<Real>& whole, const std::vector<std::int64_t>& sizes, bool bias);
template <class Real>
Whole<Real> whole_of(const Matrices<Real>& matrices, const std::vector<std::int64_t>& sizes, bool bias);

/// Reads a matrix, or a vector where `columns` is 0. @throws InputError if it has another shape, or a number is not
/// finite.
template <class Real>
std::vector<Real> read_matrix(const std::string& file, std::int64_t rows, std::int64_t columns);

/// The files of a list, one for each layer. @throws InputError  if there are more or fewer.
std::vector<std::string> weight_files(const std::string& list, const std::vector<std::int64_t>& sizes);

/// Reads the matrices of the layers from "W.npy,V.npy", of more layers from more files.
/// @throws InputError  if there is not one file for each, a shape is not the network's, or a weight is not finite.
template <class Real>
Whole<Real> read_weights(const std::string& files, const std::vector<std::int64_t>& sizes, bool bias);

template <class Real>
void write_weights(const std::string& files, const std::vector<std::int64_t>& sizes, bool bias,
                   const Whole<Real>& whole);

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
