// SPDX-License-Identifier: MIT
#include "simulate/concurrent.hpp"

namespace uneven::simulate {

void ConcurrentOperations::begin(const Operation& operation, double now, const Channels& channels) {
  open_[operation.number] = operation;
  expect(operation, now, channels);
}

void ConcurrentOperations::expect(const Operation& operation, double now, const Channels& channels) {
  const bool receives = operation.steps.front().kind == Step::Kind::receive;
  const std::uint32_t channel = operation.channels.front();
  const double ready = receives ? channels.arrival(channel) : now;
  if (ready < never)
    ready_.push({ready, turns_++, operation.number});
  else
    waiting_[channel] = operation.number;
}

void ConcurrentOperations::tell(std::uint32_t channel, double arrival) {
  const auto found = waiting_.find(channel);
  if (found == waiting_.end()) return;
  ready_.push({arrival, turns_++, found->second});
  waiting_.erase(found);
}

const Operation* ConcurrentOperations::choose(double by) {
  if (!under_way_ && !ready_.empty() && std::get<double>(ready_.top()) <= by) {
    under_way_ = &open_.at(std::get<int>(ready_.top()));
    ready_.pop();
  }
  return under_way_;
}

void ConcurrentOperations::advance(double now, const Channels& channels) {
  Operation& operation = *under_way_;
  operation.steps = operation.steps.subspan(1);
  operation.channels = operation.channels.subspan(1);
  if (!operation.steps.empty() && operation.steps.front().kind != Step::Kind::receive) return;
  under_way_ = nullptr;
  if (operation.steps.empty())
    open_.erase(operation.number);
  else
    expect(operation, now, channels);
}

}  // namespace uneven::simulate
