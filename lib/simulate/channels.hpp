// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// A message under way. Times in s.
struct Transfer {
  int from = 0, to = 0;
  std::uint32_t channel = 0;
  double bytes = 0;
  double ready = 0;                     ///< end of its send's start-up; if held: once its receiver waits, too
  double leaves = never, left = 0;      ///< first and last byte leave the sender
  double begins = never, ends = never;  ///< first and last byte arrive; never: not yet known
  bool burst = false;                   ///< passes both links at the burst rate
  Transfer* next = nullptr;             ///< the next message of its channel
  Transfer* behind = nullptr;           ///< the next message of its connection, on the way out
};

/// The messages under way, by channel: sender, receiver and tag. Those of a channel keep the order of their sends.
/// Channels have numbers, so that a step that is replayed many times is looked up once.
class Channels {
 public:
  /// The channels of the messages of some steps. @param processor  whose steps they are.
  /// @return  as long as `steps`; those without a message have channel 0. Known from the first call for a place on.
  std::span<const std::uint32_t> of(int processor, std::span<const Step> steps);

  /// When the last byte of the channel's first message arrives; never: it has not left, or there is none.
  double arrival(std::uint32_t channel) const {
    const Transfer* first = channels_[channel].first;
    return first ? first->ends : never;
  }

  /// @return  stays where it is until it is taken.
  Transfer& append(const Transfer& message);
  Transfer take_first(std::uint32_t channel);

 private:
  struct Channel {
    Transfer *first = nullptr, *last = nullptr;
  };
  using Key = std::pair<std::uint64_t, int>;  ///< sender and receiver; tag
  struct Hash {
    std::size_t operator()(const Key& key) const {
      constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
      return static_cast<std::size_t>(((key.first ^ static_cast<std::uint64_t>(key.second) << 17) * spread) >> 7);
    }
  };
  std::uint32_t of(int processor, const Step& step);

  std::unordered_map<Key, std::uint32_t, Hash> numbers_;
  std::map<std::pair<int, const Step*>, std::vector<std::uint32_t>> of_steps_;  ///< by processor and first step
  std::vector<Channel> channels_ = std::vector<Channel>(1);                     ///< 0: of steps without a message
  std::deque<Transfer> transfers_;                                              ///< under way, and free ones in a list
  Transfer* free_ = nullptr;
};

}  // namespace uneven::simulate
