// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

#include "schedule/performer.hpp"

namespace uneven::schedule {

/// Messages of one length that a rank sends, or takes from others, few at a time; the others take turns.
///
/// A look is at the first of those under way, so its cost does not grow with the messages that are left.
class MessageLine {
 public:
  enum class Way { out, in };

  /// @param transport  must outlive this. @param most  under way at a time, >= 1.
  MessageLine(Transport& transport, Way way, int tag, const Memory& memory, std::size_t most)
      : transport_(transport), way_(way), tag_(tag), memory_(memory), most_(most) {}

  /// So many more to a rank, or from it.
  void add(int peer, std::int64_t messages);

  /// Starts those that have room, without waiting. @return how many were done since the last call.
  std::int64_t progress();

  /// Messages that are not done.
  std::int64_t left() const { return left_; }
  bool empty() const { return left_ == 0; }

 private:
  void start_next();

  Transport& transport_;
  Way way_;
  int tag_;
  Memory memory_;
  std::size_t most_;
  std::map<int, std::int64_t> rest_;  ///< messages not begun, by peer; none of them 0
  int last_peer_ = -1;
  std::deque<Request> under_way_;
  std::int64_t left_ = 0;
};

}  // namespace uneven::schedule
