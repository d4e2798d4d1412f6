// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// A message under way. Times in s.
struct Transfer {
  int from = 0, to = 0;
  std::uint32_t channel = 0;
  double bytes = 0;
  double ready = 0;                     ///< end of its send's start-up; if held: once its receiver waits, too
  double leaves = never, left = 0;      ///< first and last byte leave the sender
  double begins = never, ends = never;  ///< first and last byte arrive; never: not yet known
  double passed = never;                ///< its receiver's SharedLink
  bool is_leaving = false;              ///< its sender's SharedLink has not passed all of it
  bool burst = false;                   ///< passes both links at the burst rate
  Transfer* next = nullptr;             ///< the next message of its channel
  /// The next messages of its connection, on the way out and on the way in.
  Transfer *behind_out = nullptr, *behind_in = nullptr;
};

/// The messages under way, by channel: sender, receiver and tag. Those of a channel keep the order of their sends.
/// Channels have numbers, so that a step that is replayed many times is looked up once.
class Channels {
 public:
  /// The channels of the messages of some steps. @param processor  whose steps they are.
  /// @return  as long as `steps`; those without a message have channel 0. Known from the first call for a place on.
  std::span<const std::uint32_t> of(int processor, std::span<const Step> steps);

  /// When the last byte of the channel's first message arrives; never: it has not left, or there is none.
  double arrival(std::uint32_t channel) const {
    const Transfer* first = channels_[channel].first;
    return first ? first->ends : never;
  }

  /// @return  stays where it is until it is taken.
  Transfer& append(const Transfer& message);
  Transfer take_first(std::uint32_t channel);

 private:
  struct Channel {
    Transfer *first = nullptr, *last = nullptr;
  };
  using Key = std::pair<std::uint64_t, int>;  ///< sender and receiver; tag
  struct Hash {
    std::size_t operator()(const Key& key) const {
      constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
      return static_cast<std::size_t>(((key.first ^ static_cast<std::uint64_t>(key.second) << 17) * spread) >> 7);
    }
  };
  std::uint32_t of(int processor, const Step& step);

  std::unordered_map<Key, std::uint32_t, Hash> numbers_;
  std::map<std::pair<int, const Step*>, std::vector<std::uint32_t>> of_steps_;  ///< by processor and first step
  std::vector<Channel> channels_ = std::vector<Channel>(1);                     ///< 0: of steps without a message
  std::deque<Transfer> transfers_;                                              ///< under way, and free ones in a list
  Transfer* free_ = nullptr;
};

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
  using Behind = Transfer* Transfer::*;
  using Begins = double Transfer::*;

  /// @param gap     seconds per byte.
  /// @param behind  the next message of a connection on this link.
  /// @param begins  when the first byte of a message passes; the link writes both.
  SharedLink(double gap, Behind behind, Begins begins) : gap_(gap), behind_(behind), begins_(begins) {}

  /// When the next message has passed, if no other enters before; never: none is under way.
  double next() const;

  /// @param when  no earlier than the last message that entered or passed, and no later than next().
  /// @return  whether its first byte passes now, for its connection has no other here.
  bool enter(double when, Transfer& message);

  /// The message that has passed at next(). The one behind it begins to.
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
  Behind behind_;
  Begins begins_;
  double now_ = 0, passed_ = 0;  ///< bytes that each connection under way has passed until now
  std::unordered_map<Connection, Line> lines_;
  std::priority_queue<std::pair<double, Connection>, std::vector<std::pair<double, Connection>>, std::greater<>> heads_;
};

/// The links of all processors to the network, one for each way, the cards of hosts that several share, and what passes
/// inside hosts.
///
/// A message passes two SharedLinks, its sender's and its receiver's, each the processor's own or that of the card: it
/// enters the second when its first byte has left the first. Latencies, which are the same for all, come after both.
/// With token buckets, whose queues keep the order of arrival, and inside hosts, it passes two BucketLinks; the
/// receiver's passes one message after the other, in the order in which they have left.
class Links {
 public:
  /// @param platform  must outlive this.
  Links(const Platform& platform, bool rested);

  /// Gives a message to its sender's link. @param written  the time at which the sender has written its last byte.
  void send(Transfer& message, double earliest, double written);

  /// When something happens next on a link; never: no message is under way.
  double next();
  /// Performs the next event. @return  a message whose arrival is known from here on; null if there is none.
  Transfer* go_on();

  /// Transit time of an empty message.
  double latency_s(const Transfer& message) const;

 private:
  /// look: at a SharedLink, which may have passed a message. enter: a message begins to leave its sender's SharedLink,
  /// and enters its receiver's. leave: it has left a BucketLink. arrive: it has passed both SharedLinks.
  enum class What { look, enter, leave, arrive };
  struct Event {
    double when;
    std::size_t number;
    What what;
    Transfer* message;
    std::size_t link;
    bool operator>(const Event& other) const { return std::tie(when, number) > std::tie(other.when, other.number); }
  };
  void expect(double when, What what, Transfer* message, std::size_t link = 0) {
    events_.push({when, number_++, what, message, link});
  }
  void leave_in_order(Transfer& message, double earliest, double written);
  Transfer* arrive_in_order(Transfer& message);
  void enter(std::size_t number, double when, Transfer& message);
  Transfer* pass(std::size_t number, double when);
  bool shares(const Transfer& message) const { return !is_bucket_ && !platform_.together(message.from, message.to); }
  double gap_of(const Transfer& message) const;
  double on_card_s(const Transfer& message) const { return message.bytes * platform_.hosts->card_gap_s_per_byte; }
  std::size_t card(int processor) const { return static_cast<std::size_t>(platform_.hosts->of[index(processor)]); }
  /// Number of the SharedLink of a processor on the way out; those on the way in follow.
  std::size_t shared_link(int processor) const { return cards_share_ ? card(processor) : index(processor); }
  static std::size_t index(int processor) { return static_cast<std::size_t>(processor); }

  const Platform& platform_;
  bool is_bucket_, cards_share_;                    ///< cards_share_: the card is what limits a processor
  double full_gap_;                                 ///< of a processor's link at the burst rate
  std::size_t ways_in_ = 0;                         ///< number of the first SharedLink on the way in
  std::vector<SharedLink> shared_;                  ///< by host where cards_share_, else by processor
  std::vector<BucketLink> bucket_out_, bucket_in_;  ///< by processor
  std::vector<BucketLink> within_out_, within_in_;  ///< by processor, inside hosts
  std::vector<BucketLink> card_out_, card_in_;      ///< by host
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t number_ = 0;
};

}  // namespace uneven::simulate
