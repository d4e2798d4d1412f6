// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <simgrid/s4u.hpp>
#include <tuple>
#include <vector>

#include "schedule/transport.hpp"
#include "simulate/pricing.hpp"
#include "simulated/cluster.hpp"

namespace uneven::simulated {

/// Messages of a schedule between simulated ranks, and the declared time of their work. The rank that it belongs to is
/// the actor that calls it.
///
/// A message costs its sender and its receiver what the speeds document says. Messages up to MPI's eager limit leave at
/// once and are done for the sender; longer ones leave when their receiver has asked for them. A receiver that waits
/// copies bytes while they come; only what it is slower than the link is added at the end. Waits end with an event of
/// the simulation, none is polled for.
///
/// An eager message that nobody has looked for yet is not waited for either; most receives are posted long before, and
/// a wait costs as much as there are messages that may end it.
///
/// Messages without data (Memory::data null) have their length only.
class Transport : public schedule::Transport {
 public:
  /// @param cluster  must outlive this. @param costs  of the work; seconds of CPU time.
  Transport(Cluster& cluster, int rank, simulate::Costs costs);

  schedule::Request send(int to, int tag, const schedule::Memory& memory) override;
  schedule::Request receive(int from, int tag, const schedule::Memory& memory) override;
  void test_requests(std::span<schedule::Request> requests) override;
  /// @throws SystemError  if nothing is under way that could end the wait.
  void wait_until(const std::function<bool()>& ready) override;
  void forget(schedule::Request request) override;
  double now() const override { return simgrid::s4u::Engine::get_clock() + owed_s_; }
  void worked(const schedule::Work& work) override;
  void added(std::int64_t bytes) override;

  /// Lets time pass. @param seconds  of CPU time.
  void pass(double seconds) { owed_s_ += seconds / own_.share; }

  /// Lets the clock come to where this rank is: to be called before anything that other ranks may notice.
  void catch_up();

 private:
  enum class Way { out, in };
  enum class State { asked, under_way, done };
  struct Pending {
    State state = State::done;
    schedule::Memory memory{};
    bool incoming = false;
    simgrid::s4u::CommPtr comm{};                 ///< while under way
    std::unique_ptr<std::vector<char>*> place{};  ///< where the simulator writes the address of what has come
  };
  /// Messages of one kind to or from one rank.
  struct Box {
    simgrid::s4u::Mailbox* mailbox = nullptr;
    std::deque<schedule::Request> asked{};  ///< receives that nobody has looked for yet, in their order
  };
  Box& box(int partner, int tag, bool eager, Way way);
  void expect(Box& box, schedule::Request last);
  schedule::Request keep(Pending pending);
  void finish(schedule::Request request, bool waited);
  /// Takes a message that is done, if one is by then. @param seconds  to wait; negative: for ever.
  bool take_any(double seconds);

  Cluster& cluster_;
  int rank_;
  const simulate::Endpoint& own_;
  simulate::Costs costs_;
  simulate::AfterWork after_work_;
  bool waiting_ = false;
  double looked_at_ = -1;  ///< by the clock
  double owed_s_ = 0;      ///< by how much this rank is ahead of the simulation's clock
  std::map<std::tuple<int, int, bool, Way>, Box> boxes_;
  std::vector<Pending> pending_;              ///< by request
  std::vector<Box*> box_of_;                  ///< by request
  std::vector<schedule::Request> under_way_;  ///< requests, in their order
  std::vector<schedule::Request> free_;       ///< numbers
};

}  // namespace uneven::simulated
