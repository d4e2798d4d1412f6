// SPDX-License-Identifier: MIT
#include "perceptron/batch_order.hpp"

#include <numeric>
#include <utility>

#include "base/checksum.hpp"

namespace uneven::perceptron {

std::vector<std::int64_t> order_of_epoch(std::uint64_t seed, std::int64_t epoch, std::int64_t samples) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), 0);
  std::uint64_t state = mix(mix(seed + 2 * golden) + golden * (static_cast<std::uint64_t>(epoch) + 1));
  for (std::size_t i = order.size(); i-- > 1;) {
    state += golden;
    const auto place = static_cast<std::size_t>(static_cast<unsigned __int128>(mix(state)) * (i + 1) >> 64);
    std::swap(order[i], order[place]);
  }
  return order;
}

}  // namespace uneven::perceptron
