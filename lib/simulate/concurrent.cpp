// SPDX-License-Identifier: MIT
#include "simulate/concurrent.hpp"

namespace uneven::simulate {

ConcurrentOperations::ConcurrentOperations(std::span<const Step> steps, std::size_t next) : steps_(steps) {
  while (next < steps.size() && steps[next].operation != 0) {
    const std::size_t first = next;
    while (next < steps.size() && steps[next].operation == steps[first].operation) ++next;
    operations_.push_back({first, next});
  }
  open_ = operations_.size();
  end_ = next;
}

void ConcurrentOperations::expect(std::size_t operation, double arrival) {
  if (arrival < never)
    ready_.push({arrival, operation});
  else
    waiting_[{head(operation).partner, head(operation).tag}] = operation;
}

void ConcurrentOperations::tell(int from, int tag, double arrival) {
  const auto found = waiting_.find({from, tag});
  if (found == waiting_.end()) return;
  ready_.push({arrival, found->second});
  waiting_.erase(found);
}

std::optional<std::size_t> ConcurrentOperations::choose() {
  if (!under_way_ && !ready_.empty()) {
    under_way_ = ready_.top().second;
    ready_.pop();
  }
  return under_way_;
}

std::optional<std::size_t> ConcurrentOperations::advance() {
  const std::size_t chosen = *under_way_;
  Operation& operation = operations_[chosen];
  const bool done = ++operation.next == operation.end;
  if (!done && head(chosen).kind != Step::Kind::receive) return std::nullopt;
  under_way_.reset();
  open_ -= done;
  return done ? std::nullopt : std::optional(chosen);
}

}  // namespace uneven::simulate
