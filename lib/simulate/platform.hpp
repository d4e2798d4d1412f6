// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "document/speeds.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// The situation in which messages are sent.
/// at_one_moment: after a rest. Processors wake up together and compete for cores; links have full bursts.
/// between_work: in the long run, between work. Waking up is free, and the first message after work takes longer.
enum class Messages { at_one_moment, between_work };

/// The platform of a replay, from measured speeds. A processor with its own measured message costs gets those; any
/// other gets the network's cost of a message, and no cost per byte. The latency is the measured one less the CPU time
/// of a message at both ends, which measure-speeds includes.
/// @param speeds  with a network.
Platform platform_of(const document::Speeds& speeds, Messages messages);

/// The same platform between work, with noise: the speed of each processor varies between periods of noise as much as
/// between the repeats of its measurement. For processors that wait for the slowest in every iteration.
Platform unsteady_platform_of(const document::Speeds& speeds);

/// Tells whether the code and data of the next message have left the caches (a cold message). Work since the last
/// message evicts them if it takes at least as long as fetching them again; a few additions do not.
class AfterWork {
 public:
  void work(double seconds) { since_message_s_ += seconds; }

  /// @return  extra CPU time of the next message if it is cold, in s; 0 if it is not.
  double message(const Endpoint& endpoint) {
    return std::exchange(since_message_s_, 0) >= endpoint.after_work_s ? endpoint.after_work_s : 0;
  }

 private:
  double since_message_s_ = 0;
};

}  // namespace uneven::simulate
