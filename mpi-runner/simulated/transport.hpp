// SPDX-License-Identifier: MIT
#pragma once

#include <queue>
#include <simgrid/s4u.hpp>
#include <utility>
#include <vector>

#include "schedule/transport.hpp"
#include "simulate/pricing.hpp"
#include "simulated/interconnect.hpp"

namespace uneven::simulated {

/// Messages of a schedule between simulated ranks, and the declared time of their work. The rank that it belongs to is
/// the actor that calls it.
///
/// A message costs its sender and its receiver what the speeds document says. Messages up to MPI's eager limit leave at
/// once and are done for the sender; longer ones leave when their receiver has asked for them. A receiver that waits
/// copies bytes while they come; only what it is slower than the link is added at the end. Waits end with an event of
/// the simulation, none is polled for.
///
/// An eager message that nobody has looked for yet costs nothing yet, and ends no wait. Of several that have come, the
/// one that was looked for first is taken first.
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

  /// A short message to a receive from any_source.
  schedule::Request send_to_any(int to, int tag, const schedule::Memory& memory) { return send(to, tag, memory, true); }

  /// Works. @param seconds  of CPU time.
  void work_for(double seconds);

  /// Works for `seconds`; once a message that was looked for has come, no further than to the end of a step.
  /// @return  the seconds worked, of CPU time.
  double work_in_steps(double seconds, double step_s);

  /// Lets time pass. @param seconds  of CPU time.
  void pass(double seconds) { owed_s_ += seconds / own_.share; }

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
