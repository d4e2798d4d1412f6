#pragma once

#include <span>

namespace uneven::cluster {

/// max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors with work: how much longer the slowest takes than it
/// would if the work could be divided at will. 0 where there is no work.
double imbalance(std::span<const double> work, std::span<const double> speed);

}  // namespace uneven::cluster
