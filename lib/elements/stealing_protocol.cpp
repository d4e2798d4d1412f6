// SPDX-License-Identifier: MIT
#include "elements/stealing_protocol.hpp"

namespace uneven::elements {

void StealingProtocol::begin(const std::vector<double>& seconds, const std::vector<std::int64_t>& counts) {
  begun_ = true;
  rule_.begin(port_.look(), seconds, counts);
}

/// Whether nothing is under way, until then at most.
bool StealingProtocol::quiet(double until) const {
  return asked_ < 0 && port_.leaving() == 0 && port_.received() && port_.look().time_s < until;
}

void StealingProtocol::answer(bool refuse) {
  while (const auto request = port_.request()) {
    const Look look = port_.look();
    const double left_s = refuse ? 0 : rule_.left_s(look);
    const std::size_t most = refuse ? 0 : rule_.blocks_for(request->says, look, port_.leaving(), port_.block_bytes());
    const std::int64_t given = port_.give(request->thief, most);
    if (!refuse) answers_.push_back({rank_, request->thief, given, left_s, request->says.left_s});
    rule_.gave(given);
  }
}

void StealingProtocol::take_reply() {
  const auto blocks = port_.reply(asked_);
  if (!blocks) return;
  rule_.answered(*blocks);
  port_.expect(std::exchange(asked_, -1), *blocks);
}

/// Sends blocks that were given away; takes the answer to a request, and stolen blocks.
void StealingProtocol::move_blocks() {
  if (asked_ >= 0) take_reply();
  const bool waiting = !port_.received();
  rule_.took(port_.move_blocks(), port_.look().time_s);
  if (waiting && port_.received()) rule_.received(port_.look().time_s, port_.block_bytes());
}

bool StealingProtocol::progress() {
  if (port_.look().waiting > 0 && quiet()) return true;
  const double own_pace = rule_.pace(port_.look());
  for (answer(false); rule_.serves() && port_.leaving() > 0; answer(false)) {
    move_blocks();
    port_.pause();
    rule_.take_pace(own_pace, port_.look());
  }
  if (port_.look().waiting == 0) rule_.take_pace(own_pace, port_.look());
  move_blocks();
  if (asked_ < 0 && port_.received())
    if (const auto victim = rule_.victim(port_.look())) {
      asked_ = *victim;
      port_.ask(*victim, rule_.ask(port_.look()));
    }
  // A process with work may still be asked for it, even if it has no victim left.
  return port_.look().waiting > 0 || asked_ >= 0 || !port_.received() || rule_.has_victims();
}

void StealingProtocol::refuse_now() {
  answer(true);
  move_blocks();
}

}  // namespace uneven::elements
