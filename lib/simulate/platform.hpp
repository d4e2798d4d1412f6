// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "document/speeds.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// When messages are sent. At one moment: then processors wake up together and get in each other's way, and links have
/// bursts to spend. Or in the long run, between work: then messages come piece by piece, and the first after work takes
/// longer.
enum class Messages { at_one_moment, between_work };

/// What a replay needs of measured speeds. Messages cost each processor what was measured of it while it waited, or
/// else what they cost all, and then nothing for bytes; the network's latency is without the work of the two ends,
/// which measure-speeds includes.
/// @param speeds  with a network.
Platform platform_of(const document::Speeds& speeds, Messages messages);

/// The same between work for processors that all wait for the slowest again and again: they work as unevenly from
/// period of noise to period of noise as they did while they were measured.
Platform unsteady_platform_of(const document::Speeds& speeds);

/// Whether the next message finds its code and data gone from the caches. Work since the last one does that if it takes
/// at least as long as fetching them again: not the few additions between the messages of a sum.
class AfterWork {
 public:
  void work(double seconds) { since_message_s_ += seconds; }

  /// @return  CPU time of a message beyond that of one right after another.
  double message(const Endpoint& endpoint) {
    return std::exchange(since_message_s_, 0) >= endpoint.after_work_s ? endpoint.after_work_s : 0;
  }

 private:
  double since_message_s_ = 0;
};

}  // namespace uneven::simulate
