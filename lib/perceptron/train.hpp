// SPDX-License-Identifier: MIT
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

/// The first weights of hidden unit `unit` (counted in the whole network): `count` numbers, uniform in [-0.3, 0.3],
/// which depend on nothing but (seed, unit), so that any partition starts from the same network.
///
/// Source: the generator SplitMix64, Steele, Lea and Flood, OOPSLA 2014, doi:10.1145/2660193.2660195.
std::vector<double> initial_weights(std::uint64_t seed, std::int64_t unit, std::int64_t count);

}  // namespace uneven::perceptron
