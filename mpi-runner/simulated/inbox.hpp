// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "simulated/transport.hpp"

namespace uneven::simulated {

/// A request or an answer between ranks: a few numbers, the first of them the sender.
using Words = std::array<std::int64_t, 4>;

/// Sends words to an Inbox.
void say(Transport& transport, Words words, int to, int tag);

/// Words of one tag, from any rank, in the order of arrival.
class Inbox {
 public:
  Inbox(Transport& transport, int tag);
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// Whether there are words.
  bool any();
  /// The next words, if they are here.
  std::optional<Words> take();

 private:
  void expect();

  Transport& transport_;
  int tag_;
  Words words_{};
  schedule::Request request_ = schedule::no_request;
};

}  // namespace uneven::simulated
