#pragma once

#include <cstdint>
#include <vector>

namespace uneven::perceptron {

/// The first weights of hidden unit `unit` (counted in the whole network): `count` numbers, uniform in [-0.3, 0.3],
/// which depend on nothing but (seed, unit), so that any partition starts from the same network.
///
/// Source: the generator SplitMix64, Steele, Lea and Flood, OOPSLA 2014, doi:10.1145/2660193.2660195.
std::vector<double> initial_weights(std::uint64_t seed, std::int64_t unit, std::int64_t count);

}  // namespace uneven::perceptron
