#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cluster/fitted_wake.hpp"
#include "context.hpp"
#include "document/measure_options.hpp"
#include "document/speeds.hpp"
#include "measure/alike.hpp"
#include "measure/kernel.hpp"
#include "measure/messages.hpp"

namespace uneven::measure {

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
  cluster::FanIns fan_ins() const { return cluster::middle_of(fan_ins_); }

 private:
  const comm::Communicator& world_;
  const comm::Patience& patience_;
  LongMessages long_messages_;
  bool quotas_ = false;
  std::optional<document::NetworkSpeeds> network_;
  std::vector<MessageTimes> messages_;
  std::vector<cluster::FanIns> fan_ins_;
};

}  // namespace uneven::measure
