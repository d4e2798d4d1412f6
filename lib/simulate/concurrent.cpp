#include "simulate/concurrent.hpp"

namespace uneven::simulate {

Lanes::Lanes(const std::vector<Step>& steps, std::size_t next) : steps_(steps) {
  while (next < steps.size() && steps[next].lane != 0) {
    const std::size_t first = next;
    while (next < steps.size() && steps[next].lane == steps[first].lane) ++next;
    lanes_.push_back({first, next});
  }
  open_ = lanes_.size();
  end_ = next;
}

void Lanes::expect(std::size_t lane, double arrival) {
  if (arrival < never)
    ready_.push({arrival, lane});
  else
    waiting_[{head(lane).partner, head(lane).tag}] = lane;
}

void Lanes::tell(int from, int tag, double arrival) {
  const auto found = waiting_.find({from, tag});
  if (found == waiting_.end()) return;
  ready_.push({arrival, found->second});
  waiting_.erase(found);
}

std::optional<std::size_t> Lanes::choose() {
  if (!under_way_ && !ready_.empty()) {
    under_way_ = ready_.top().second;
    ready_.pop();
  }
  return under_way_;
}

std::optional<std::size_t> Lanes::advance() {
  const std::size_t chosen = *under_way_;
  Lane& lane = lanes_[chosen];
  const bool done = ++lane.next == lane.end;
  if (!done && head(chosen).kind != Step::Kind::receive) return std::nullopt;
  under_way_.reset();
  open_ -= done;
  return done ? std::nullopt : std::optional(chosen);
}

}  // namespace uneven::simulate
