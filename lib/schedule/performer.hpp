// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "schedule/schedule.hpp"
#include "trace/trace.hpp"

namespace uneven::schedule {

/// Numbers in memory, as a block of a row-major matrix; a vector is one row.
struct Memory {
  void* data = nullptr;  ///< null: a message of this length without numbers, which only a simulation sends
  std::int64_t columns = 0;
  std::int64_t rows = 1;
  std::int64_t stride = 0;         ///< numbers from one row to the next; only of several rows
  std::int64_t element_bytes = 4;  ///< 1, 4 or 8
};

/// A message under way. The transport that started it numbers them.
using Request = int;
inline constexpr Request no_request = -1;

/// Carries messages between ranks: MPI in the runner, memory in tests, simulated links in simulations, which also let
/// the time of work pass that they are told of.
///
/// Of messages between two ranks with one tag, the first sent is the first received. Nothing blocks but wait_until().
class Transport {
 public:
  virtual ~Transport() = default;

  /// The memory must stay, and not be written to, until the request is done.
  virtual Request send(int to, int tag, const Memory& memory) = 0;
  /// The memory must stay until the request is done. It must hold exactly the message.
  virtual Request receive(int from, int tag, const Memory& memory) = 0;

  /// Tests once, which moves all messages along, also those of other requests. Requests that are done become
  /// no_request.
  virtual void test_requests(std::span<Request> requests) = 0;

  /// Calls `ready`, which must test requests, until it returns true.
  virtual void wait_until(const std::function<bool()>& ready) = 0;

  /// Gives up a message, after an error that has ended the wait for it.
  virtual void forget(Request request) = 0;

  /// Seconds since a fixed moment.
  virtual double now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  /// Gets the phases of the rank's time; null: they are not recorded.
  virtual trace::Recorder* recorder() { return nullptr; }

  /// Called after a piece of work, and after an addition, with the bytes added.
  virtual void worked(const Work&) {}
  virtual void added(std::int64_t) {}
};

/// A sum over some ranks that travels while its owner computes.
///
/// Owns no data: `data` must stay until done. Two sums under way between the same ranks need different tags.
/// Memory: all vectors that a member adds at a time, (k - 1) count elements at the first of k members if linear.
template <class Real>
class RunningSum {
 public:
  /// @param group  must outlive the sum.
  /// @param data   null: nothing is added; messages have their length only.
  RunningSum(Transport& transport, const SumGroup& group, Real* data, std::int64_t count, int tag);
  RunningSum(const RunningSum&) = delete;
  RunningSum(RunningSum&&) = delete;
  ~RunningSum();

  /// Moves on as far as possible without waiting. @return whether the sum is complete.
  bool progress();
  bool complete() const { return round_ == rounds_.size(); }

  /// Moves several sums of one transport on after a single look at the network, since every look costs system calls.
  /// @return whether one of them has begun another round, which may be worth another look.
  static bool progress(Transport& transport, std::span<RunningSum* const> sums);

 private:
  bool go_on();

  void start_adding();
  void start_round();
  void receive(std::size_t round, const collective::Message& message, Real* target);
  /// Where a message's numbers are in the vector; null without data.
  Real* part(const collective::Message& message) const { return data_ ? data_ + message.first : nullptr; }
  Memory memory(Real* numbers, const collective::Message& message) const;
  void finish_round();

  Transport& transport_;
  const SumGroup& group_;
  Real* data_;
  int tag_;
  std::vector<collective::Round> rounds_;
  std::size_t round_ = 0;
  std::unique_ptr<Real[]> received_;            ///< what rounds that add receive, one after the other
  const Real* next_ = nullptr;                  ///< in `received_`: to be added next
  std::vector<std::vector<Request>> requests_;  ///< by round
};

extern template class RunningSum<float>;
extern template class RunningSum<double>;
extern template class RunningSum<std::int64_t>;

/// Where one process's time goes.
struct Times {
  double compute_s = 0;
  double communicate_s = 0;  ///< posting messages, packing, adding
  double wait_s = 0;         ///< for messages that are not here yet
};

/// Adds the time since the last call to one account or another.
class Clock {
 public:
  Clock() : last_(std::chrono::steady_clock::now()) {}
  void charge(double& account) {
    const auto now = std::chrono::steady_clock::now();
    account += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_;
};

/// The owner of the data, as a performer calls it.
class Actor {
 public:
  virtual ~Actor() = default;
  virtual void work(const Work& work) = 0;
  /// Where a message comes from, or goes to.
  virtual Memory memory(const Send& send);
  virtual Memory memory(const Receive& receive);
  /// Joins a block that has come (Receive::add) with the block here.
  virtual void join(const Receive& receive);
  virtual void agree(const Agree& agree);
  /// Called now and then during a wait, to move other messages along.
  virtual void meanwhile();
};

/// Performs a schedule, again and again: works, and moves messages along after every piece of work.
///
/// A receive is posted as soon as its buffer is free, in the order of the list. Members of a sum add up in the order of
/// the list, not in the order of arrival, so results have the same bits in every run.
template <class Real>
class Performer {
 public:
  /// All of these must outlive the performer.
  /// @param buffers  of the sums, by Sum::buffer; -1 is the actor's own affair. Null: sums of lengths without numbers.
  Performer(const Schedule& schedule, Transport& transport, Actor& actor, std::vector<Real*> buffers);
  ~Performer();
  Performer(const Performer&) = delete;
  Performer& operator=(const Performer&) = delete;

  /// Posts the receives that have room from the start, for others may be ahead; perform() does it otherwise.
  void expect();

  /// Called by an actor at work: what it does between two parts of the work is time of communication.
  void between(const std::function<void()>& communicate) {
    charge(times_.compute_s);
    communicate();
    charge(times_.communicate_s);
  }

  /// Called by an actor at work: all ranks end the performance here. Of the list there remain the messages that others
  /// have room for, those of an index below `end`.
  void end_early(std::int64_t end) { end_ = end; }

  /// Once through the list; then all its messages but those of an agreement are done. Collective.
  void perform();

  const Times& times() const { return times_; }

 private:
  struct Incoming {
    std::size_t operation;
    std::size_t after;  ///< how often the buffer has been emptied before it in the list
  };
  /// What comes into one buffer, in the order of the list.
  struct Inbox {
    std::vector<Incoming> receives;
    std::size_t posted = 0, emptied = 0;
  };
  struct Outbox {
    std::int64_t index = 0;
    std::vector<Request> requests;
  };

  void perform(const Work& work);
  void perform(const Send& send);
  void perform(const Receive& receive);
  void perform(const StartSums& start);
  void perform(const FinishSums& finish);
  void perform(const Agree& agree);
  void expect(Inbox& inbox);
  void empty(int buffer);
  double& account(const Work& work);
  /// Adds the time since the last call to an account.
  void charge(double& account);
  void wait_for(std::span<Request> requests);
  void wait_until(const std::function<bool()>& ready);
  bool push_along();

  const Schedule& schedule_;
  Transport& transport_;
  Actor& actor_;
  std::vector<Real*> buffers_;
  std::vector<std::unique_ptr<RunningSum<Real>>> sums_;  ///< by number, from start to finish
  std::vector<RunningSum<Real>*> under_way_;             ///< of them, in the order in which they began
  std::map<int, Inbox> inboxes_;                         ///< by buffer
  std::map<int, Outbox> outboxes_;                       ///< by buffer
  std::vector<Request> expected_;                        ///< by operation
  std::size_t at_ = 0;                                   ///< operation
  bool expecting_ = false;
  std::optional<std::int64_t> end_;  ///< of an early end
  double charged_until_ = 0;
  trace::Recorder* recorder_;
  Times times_;
};

extern template class Performer<float>;
extern template class Performer<double>;
extern template class Performer<std::int64_t>;

}  // namespace uneven::schedule
