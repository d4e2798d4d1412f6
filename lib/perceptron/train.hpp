#pragma once

#include <cstdint>
#include <vector>

#include "perceptron/block.hpp"

namespace uneven::perceptron {

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

}  // namespace uneven::perceptron
