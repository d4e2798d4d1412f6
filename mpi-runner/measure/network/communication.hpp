// SPDX-License-Identifier: MIT
#pragma once

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
#include "measure/sampling/same_model.hpp"
#include "simulate/shared_host/wakeup.hpp"

namespace uneven::measure {

/// Median seconds of fan-ins to each of the first processes, as reductions begin: all have slept. Between at least
/// two processes. Collective.
/// @return  the same at every process.
simulate::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy);

/// The network, and what messages cost the processors, in passes between other measurements: what else goes on at a
/// machine comes in spells. Nothing without a network or for a single process. All collective.
class Communication {
 public:
  /// Measures the network.
  /// @param limited  whether a quota stops this processor in every period.
  Communication(const runner::Context& context, const LongMessages& long_messages,
                const document::MeasureOptions& options, bool limited);

  /// Whether any processor is limited.
  bool quotas() const { return quotas_; }

  /// @param short_run  work between messages, if there are quotas.
  void pass(const std::function<void()>& short_run);

  /// Fills in what messages cost a processor, by all passes so far, one at least, unless it is known.
  void set_costs(const Alike& alike, document::MeasuredProcessor& processor) const;

  /// The same at every process.
  const std::optional<document::NetworkSpeeds>& network() const { return network_; }

  /// In the middle of all passes; one at least. The same at every process.
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

}  // namespace uneven::measure
