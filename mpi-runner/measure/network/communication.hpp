// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "document/options/measure_options.hpp"
#include "document/speeds.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/network/messages.hpp"
#include "measure/sampling/speed.hpp"
#include "simulate/shared_host/wakeup.hpp"
#include "speeds/timed_pairs.hpp"

namespace uneven::measure {

/// Median seconds of fan-ins to each of the first processes, after all have slept, as at the start of a reduction.
/// Needs at least two processes. Collective.
/// @return  the same at every process.
simulate::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy);

/// Measures the network, and the cost of messages to the processors. Passes alternate with other measurements, because
/// other work on a machine comes in periods of noise. No results without a network or for a single process. All
/// collective.
class Communication {
 public:
  /// Measures the network.
  /// @param limited  whether a quota stops this processor in every period.
  Communication(const runner::Context& context, const LongMessages& long_messages,
                const document::MeasureOptions& options, bool limited);

  /// Whether any processor is limited.
  bool quotas() const { return quotas_; }

  /// Measures one pass. @param short_run  work between messages; used if there are quotas.
  void pass(const std::function<void()>& short_run);

  /// Sets a processor's message costs from all passes so far, at least one, unless they are known.
  void set_costs(const Alike& alike, document::MeasuredProcessor& processor) const;

  /// The measured network, the same at every process.
  const std::optional<document::NetworkSpeeds>& network() const { return network_; }

  /// Medians of the fan-ins over all passes, at least one. The same at every process.
  simulate::FanIns fan_ins() const { return simulate::middle_of(fan_ins_); }

 private:
  const comm::Communicator& world_;
  const comm::WaitPolicy& wait_policy_;
  LongMessages long_messages_;
  bool quotas_ = false;
  std::optional<document::NetworkSpeeds> network_;
  std::vector<MessageTimes> messages_;
  std::vector<simulate::FanIns> fan_ins_;
};

/// Rest after which a link that has passed `bytes` can pass as many in a burst again, and waiting processes sleep.
std::chrono::duration<double> rest_of_links(double bytes, double gap_s_per_byte);

/// Measures latency and gap of the network by ping-pongs between pairs of processes, one pair at a time, chosen by
/// speeds::timed_pairs(). The latency is the median time of the shortest messages; the gap is the slope of a line from
/// there, fitted to the median times of all sizes and pairs. If a rested link passes a burst, the gap is that beyond
/// the burst. On two levels the pairs within hosts give `within_host`, the others the rest; then the cards of hosts are
/// timed. Processes wait as in the executors. Needs at least two processes. Collective.
/// @param hosts        of the communicator's ranks.
/// @param max_seconds  limit on the time of repeated ping-pongs. A few of each size, up to 1 MiB, are always made, and
///                     bursts after a rest between eight pairs.
/// @return  the same at every process.
document::NetworkSpeeds measure_network(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                        const speeds::HostRanks& hosts, double max_seconds);

}  // namespace uneven::measure
