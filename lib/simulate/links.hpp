// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulate/channels.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// A link with a token bucket: bytes pass at the burst rate until the bucket is empty, then at the long-run rate. The
/// bucket refills at the long-run rate.
///
/// `share`: long-run rate over burst rate. `burst_s`: seconds at the burst rate that a full bucket pays for.
class BucketLink {
 public:
  BucketLink(double share, double burst_s, bool rested);

  /// @param start    earliest start; bytes wait until those of the previous message have passed.
  /// @param seconds  duration at the burst rate.
  /// @return         the time at which all bytes have passed.
  double pass(double start, double seconds);

  /// Whether a whole message passes at the burst rate; false for a link without a bucket.
  bool bursts(double start, double seconds) const;

  double free_at() const { return now_; }

 private:
  double left_at(double start) const;

  double share_, most_, left_;
  double now_ = 0;
};

/// A link whose rate the connections of two processors share equally while they have messages for it, as TCP does. The
/// messages of one connection pass one after the other.
/// Cost: O(log n) for each message among n connections.
class SharedLink {
 public:
  /// @param gap  seconds per byte.
  explicit SharedLink(double gap) : gap_(gap) {}

  /// When the next message has passed, if no other enters before; never: none is under way.
  double next() const;

  /// @param when  no earlier than the last message that entered or passed, and no later than next().
  void enter(double when, Transfer& message);

  /// The message that has passed at next().
  Transfer& pass();

 private:
  using Connection = std::uint64_t;  ///< sender and receiver
  static Connection connection_of(const Transfer& message) {
    return static_cast<Connection>(message.from) << 32 | static_cast<Connection>(message.to);
  }
  /// The messages of a connection.
  struct Line {
    Transfer *first = nullptr, *last = nullptr;
  };
  void advance(double when);

  double gap_;
  double now_ = 0, passed_ = 0;  ///< bytes that each connection under way has passed until now
  std::unordered_map<Connection, Line> lines_;
  std::priority_queue<std::pair<double, Connection>, std::vector<std::pair<double, Connection>>, std::greater<>> heads_;
};

/// The links of all processors to the network, one for each way, the cards of hosts that several share, and what passes
/// inside hosts.
///
/// A message leaves by its sender's SharedLink, the processor's own or that of the card; with token buckets, whose
/// queues keep the order of arrival, and inside hosts, by a BucketLink. Receivers' links pass one message after the
/// other, in the order in which they have left.
class Links {
 public:
  /// @param platform  must outlive this.
  Links(const Platform& platform, bool rested);

  /// Gives a message to its sender's link. @param written  the time at which the sender has written its last byte.
  void send(Transfer& message, double earliest, double written);

  /// When the next message has left; never: none is under way.
  double next();
  /// That message, which passes its receiver's link: its arrival is known from here on.
  Transfer& arrive();

  /// Transit time of an empty message.
  double latency_s(const Transfer& message) const;

 private:
  /// A message that has left, or (null) a look at a link.
  struct Event {
    double when;
    std::size_t number;
    Transfer* message;
    std::size_t link;
    bool operator>(const Event& other) const { return std::tie(when, number) > std::tie(other.when, other.number); }
  };
  void expect(double when, Transfer* message, std::size_t link = 0) { events_.push({when, number_++, message, link}); }
  void leave_in_order(Transfer& message, double earliest, double written);
  bool shares(const Transfer& message) const { return !is_bucket_ && !platform_.together(message.from, message.to); }
  double gap_of(const Transfer& message) const;
  std::size_t card(int processor) const { return static_cast<std::size_t>(platform_.hosts->of[index(processor)]); }
  static std::size_t index(int processor) { return static_cast<std::size_t>(processor); }

  const Platform& platform_;
  bool is_bucket_, cards_share_;                    ///< cards_share_: the card is what limits a processor
  double full_gap_;                                 ///< of a processor's link at the burst rate
  std::vector<SharedLink> out_;                     ///< by host where cards_share_, else by processor
  std::vector<BucketLink> bucket_out_, in_;         ///< by processor
  std::vector<BucketLink> within_out_, within_in_;  ///< by processor, inside hosts
  std::vector<BucketLink> card_out_, card_in_;      ///< by host
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t number_ = 0;
};

}  // namespace uneven::simulate
