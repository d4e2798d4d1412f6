// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <queue>
#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schedule/performer.hpp"
#include "simulate/pricing.hpp"
#include "simulated/cluster.hpp"

namespace uneven::simulated {

/// In place of a sender: any rank, as MPI_ANY_SOURCE.
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

/// Events of the interconnect for a rank. Called while the simulator moves the clock: nothing may wait here.
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
  /// Unmatched sends and receives of one sender, receiver, tag and kind.
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

/// Messages of a schedule between simulated ranks, and the declared time of their work. The rank that it belongs to is
/// the actor that calls it.
///
/// A message costs its sender and its receiver what the speeds document says. Messages up to MPI's eager limit leave at
/// once and are done for the sender; longer ones leave when their receiver has asked for them. A receiver that waits
/// copies bytes while they come; only what it is slower than the link is added at the end. Waits end with an event of
/// the simulation, none is polled for.
///
/// An eager message costs nothing, and ends no wait, before its receiver looks for it. Of several that have come, the
/// receiver takes first the one that it looked for first.
///
/// Messages without data (Memory::data null) have their length only.
class Transport : public schedule::Transport, private Notified {
 public:
  /// @param interconnect  must outlive this. @param costs  of the work; seconds of CPU time.
  Transport(Interconnect& interconnect, int rank, simulate::Costs costs);
  ~Transport() override;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  schedule::Request send(int to, int tag, const schedule::Memory& memory) override {
    return send(to, tag, memory, false);
  }
  schedule::Request receive(int from, int tag, const schedule::Memory& memory) override;
  void test_requests(std::span<schedule::Request> requests) override;
  /// @throws SystemError  if nothing is under way that could end the wait.
  void wait_until(const std::function<bool()>& ready) override;
  void forget(schedule::Request request) override;
  double now() const override { return simgrid::s4u::Engine::get_clock() + owed_s_; }
  void worked(const schedule::Work& work) override;
  void added(std::int64_t bytes) override;
  trace::Recorder* recorder() override;

  /// Adds a phase from then to now to the trace, if there is one.
  void record(trace::Phase phase, double begin_s, std::int64_t first = -1, std::int64_t count = -1);

  /// A short message to a receive from any_source.
  schedule::Request send_to_any(int to, int tag, const schedule::Memory& memory) { return send(to, tag, memory, true); }

  /// Works. @param seconds  of CPU time.
  void work_for(double seconds);

  /// Works for `seconds`; once a message that was looked for has come, no further than to the end of a step.
  /// @return  the seconds worked, of CPU time.
  double work_in_steps(double seconds, double step_s);

  /// Lets time pass. @param seconds  of CPU time.
  void pass(double seconds) { owed_s_ += seconds / share_; }

  /// From here on this rank's work and its messages take as long as on a processor of this part of its speed.
  void set_speed(double speed) { share_ = own_.share * speed; }

  /// From here on work costs this.
  void set_costs(simulate::Costs costs) { costs_ = std::move(costs); }

  /// Lets the clock come to where this rank is: to be called before anything that other ranks may notice.
  void catch_up();

 private:
  enum class State { asked, under_way, done };
  struct Pending {
    State state = State::done;
    bool incoming = false, complete = false;
    schedule::Memory memory{};
    std::int64_t turn = 0;       ///< of being looked for, while under way
    Message* message = nullptr;  ///< what has come
  };
  using Turn = std::pair<std::int64_t, schedule::Request>;

  void done(schedule::Request request, Message* message) override;
  void wake(std::int64_t ticket) override;
  void sleep_until(double when);
  schedule::Request send(int to, int tag, const schedule::Memory& memory, bool anyhow);

  Pending& at(schedule::Request request) { return pending_[static_cast<std::size_t>(request)]; }
  schedule::Request keep(Pending pending);
  void look_for(schedule::Request request);
  void finish(schedule::Request request, bool waited);
  void wait_for_any();
  /// Takes a message that is done, if there is one.
  bool take_done(bool waited);

  Interconnect& interconnect_;
  int rank_;
  const simgrid::s4u::ActorPtr actor_ = simgrid::s4u::Actor::self();
  const simulate::Endpoint& own_;
  double share_ = own_.share;  ///< seconds of CPU time in a second
  simulate::Costs costs_;
  simulate::AfterWork after_work_;
  bool waiting_ = false, blocked_ = false;
  double looked_at_ = -1;                ///< by the clock
  double owed_s_ = 0;                    ///< by how much this rank is ahead of the simulation's clock
  std::vector<Pending> pending_;         ///< by request
  std::vector<schedule::Request> free_;  ///< numbers
  std::int64_t turns_ = 0, under_way_ = 0;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> done_;  ///< of those under way
  schedule::Request woken_by_ = schedule::no_request;
  std::int64_t ticket_ = 0;  ///< of the sleep under way
};

}  // namespace uneven::simulated
