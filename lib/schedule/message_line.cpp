// SPDX-License-Identifier: MIT
#include "schedule/message_line.hpp"

namespace uneven::schedule {

void MessageLine::add(int peer, std::int64_t messages) {
  if (messages > 0) rest_[peer] += messages;
  left_ += messages;
}

void MessageLine::start_next() {
  auto next = rest_.upper_bound(last_peer_);
  if (next == rest_.end()) next = rest_.begin();
  last_peer_ = next->first;
  under_way_.push_back(way_ == Way::out ? transport_.send(last_peer_, tag_, memory_)
                                        : transport_.receive(last_peer_, tag_, memory_));
  if (--next->second == 0) rest_.erase(next);
}

std::int64_t MessageLine::progress() {
  for (std::int64_t done = 0;; ++done) {
    while (!rest_.empty() && under_way_.size() < most_) start_next();
    if (under_way_.empty()) return done;
    transport_.test_requests({&under_way_.front(), 1});
    if (under_way_.front() != no_request) return done;
    under_way_.pop_front();
    --left_;
  }
}

}  // namespace uneven::schedule
