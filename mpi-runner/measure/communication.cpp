#include "measure/communication.hpp"

#include "comm/collectives.hpp"
#include "measure/fan_ins.hpp"
#include "measure/network.hpp"

namespace uneven::measure {

Communication::Communication(const runner::Context& context, const LongMessages& long_messages,
                             const document::MeasureOptions& options, bool limited)
    : world_(context.world), patience_(context.patience), long_messages_(long_messages) {
  if (!options.with_network || world_.size() < 2) return;
  quotas_ = comm::maximum(world_, std::int32_t{limited}) == 1;
  network_ = measure_network(world_, patience_, options.max_seconds);
}

void Communication::pass(const std::function<void()>& short_run) {
  if (!network_) return;
  messages_.push_back(time_messages(world_, patience_, network_->gap_s_per_byte, long_messages_));
  if (quotas_) time_between_work(world_, patience_, short_run, messages_.back());
  fan_ins_.push_back(measure_fan_ins(world_, patience_));
}

void Communication::set_costs(const Alike& alike, document::MeasuredProcessor& processor) const {
  if (!network_) return;
  const MessageTimes typical = typical_times(alike, messages_);
  if (!processor.message_s) set_message_costs(typical, processor);
}

}  // namespace uneven::measure
