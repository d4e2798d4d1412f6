// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "base/names.hpp"

namespace uneven::document {

/// Algorithm of an all-reduce. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link (the paper's
///           one-to-one messages)
///   tree    reduction along a tree and broadcast back, each message of B; binomial: 2 ceil(log2 k) rounds
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Collective { linear, tree, ring };

constexpr auto table_of(Collective) {
  using enum Collective;
  return std::to_array<Name<Collective>>({{linear, "linear"}, {tree, "tree"}, {ring, "ring"}});
}

}  // namespace uneven::document
