// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulate/channels.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Steps of one operation that are still to be done.
struct Operation {
  int number = 0;
  std::span<const Step> steps;
  std::span<const std::uint32_t> channels;  ///< of the messages of the steps
};

/// Operations under way at one processor, beside its other steps. The one whose message arrives first goes on.
/// Cost: O(log n) for each message among n operations.
class ConcurrentOperations {
 public:
  /// Begins an operation. @param now  when its steps that wait for no message can run.
  void begin(const Operation& operation, double now, const Channels& channels);

  bool complete(int number) const { return !open_.contains(number); }

  /// Tells of the arrival of a channel's first message.
  void tell(std::uint32_t channel, double arrival);

  /// The operation to go on with: the one under way, or else the one whose message arrives first, if it does by then.
  /// Null if there is none.
  const Operation* choose(double by);

  /// Moves past the first step of the chosen operation. @param now  when that step is done.
  void advance(double now, const Channels& channels);

 private:
  using Ready = std::tuple<double, std::size_t, int>;  ///< when, in which order, number of the operation
  /// Notes when the operation's next step can run: at the arrival of its message, which tell() may have to tell.
  void expect(const Operation& operation, double now, const Channels& channels);

  std::map<int, Operation> open_;  ///< by number
  Operation* under_way_ = nullptr;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::size_t turns_ = 0;
  std::unordered_map<std::uint32_t, int> waiting_;  ///< numbers, by channel
};

}  // namespace uneven::simulate
