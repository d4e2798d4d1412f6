// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <vector>

#include "schedule/transport.hpp"
#include "simulated/cluster.hpp"

namespace uneven::simulated {

/// In place of the sender of a message that may be anyone's.
inline constexpr int any_source = (1 << 30) - 1;

/// A message between two ranks, from its send until its receiver has taken it.
struct Message {
  int from = 0, to = 0;
  std::int64_t bytes = 0;
  std::vector<char> data{};                        ///< empty: a length without numbers
  schedule::Request sent = schedule::no_request;   ///< the sender's, of a message that waits for its receiver
  schedule::Request asked = schedule::no_request;  ///< the receiver's, once it asks
  bool has_come = false;
  simgrid::s4u::CommPtr flow{};  ///< while its bytes pass
};

/// What the interconnect tells a rank. Called while the simulator moves the clock: nothing may wait here.
class Notified {
 public:
  virtual ~Notified() = default;
  /// @param message  what has come, until it is released; null: the rank's own message has left.
  virtual void done(schedule::Request request, Message* message) = 0;
  virtual void wake(std::int64_t ticket) = 0;
};

/// Matches sends with receives, and gives the simulator a flow from host to host for each message that leaves.
///
/// The bytes of messages between two ranks pass one after the other, in the order in which they leave, as in the one
/// connection that MPI has between them; messages of other ranks share cards fairly with them. A message has come when
/// its bytes have passed, and the latency with them.
///
/// Each rank waits for one thing only, to be woken, whatever number of messages is under way: the simulator's own
/// mailboxes would register a wait with each of them, and be found by name. One interconnect at a time.
class Interconnect {
 public:
  /// @param cluster  must outlive this.
  explicit Interconnect(Cluster& cluster);
  ~Interconnect();
  Interconnect(const Interconnect&) = delete;
  Interconnect& operator=(const Interconnect&) = delete;

  Cluster& cluster() { return cluster_; }

  /// A rank takes part from here on, or no more (null).
  void join(int rank, Notified* notified) { ranks_[static_cast<std::size_t>(rank)] = notified; }

  /// An eager message leaves at once; others leave when both ends are there. Messages of two ranks, one tag and one of
  /// the two kinds are received in the order in which they are sent.
  /// @param when  by the clock, not before now; a rank's calls are in the order of their times.
  /// @param anyhow  the receive that it is for names no sender: `from` any_source.
  void send(double when, Message message, int tag, bool eager, bool anyhow = false);
  void receive(double when, int rank, schedule::Request request, int from, int tag, bool eager);

  /// Calls the rank's wake() then, with the ticket by which it knows what for.
  void wake(double when, int rank, std::int64_t ticket);

  /// The receiver has taken it.
  void release(Message* message);
  /// The rank asks for nothing more by this number.
  void forget(int rank, schedule::Request request);

 private:
  /// One end of a message.
  struct End {
    int from, to, tag;
    bool eager;
    Message* message;           ///< of a send
    schedule::Request request;  ///< of a receive
  };
  /// Messages of one sender, receiver, tag and kind whose other end is not there.
  struct Channel {
    std::vector<Message*> sent{};
    std::vector<schedule::Request> asked{};
  };
  Message* keep(Message message);
  void plan(double when, int rank, const End& end);
  void match(const End& end);
  void leave(Message& message);
  void start(Message& message);
  void ended(const simgrid::s4u::Activity* flow);
  void arrive(Message& message);
  Notified* at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  Cluster& cluster_;
  std::vector<Notified*> ranks_;                                      ///< shape [p]; null: not there yet, or no more
  std::vector<std::deque<End>> planned_;                              ///< by rank, in the order of their times
  std::vector<std::unordered_map<std::uint64_t, Channel>> channels_;  ///< by receiver, then sender, tag and kind
  std::unordered_map<std::uint64_t, std::deque<Message*>> lines_;     ///< of bytes, by sender and receiver
  std::deque<Message> messages_;
  std::vector<Message*> free_;
  std::unordered_map<const simgrid::s4u::Activity*, Message*> flows_;
};

}  // namespace uneven::simulated
