// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "elements/relocation.hpp"
#include "elements/stealing_rule.hpp"

namespace uneven::elements {

/// How one process's requests, answers and blocks travel: by MPI in the runner, on simulated links in simulations, in
/// memory in tests. Nothing waits but pause().
class StealingPort {
 public:
  struct Request {
    int thief;
    Thief says;
  };

  virtual ~StealingPort() = default;

  virtual Look look() const = 0;
  virtual double block_bytes() const = 0;

  /// A message, if one has come: a request of any process; the answer of the victim.
  virtual std::optional<Request> request() = 0;
  virtual std::optional<std::int64_t> reply(int victim) = 0;

  virtual void ask(int victim, const Thief& thief) = 0;
  /// Chooses up to `most` of the waiting blocks, tells the thief how many, and sends them. @return how many.
  virtual std::int64_t give(int thief, std::size_t most) = 0;
  virtual void expect(int victim, std::int64_t blocks) = 0;

  /// Moves blocks that travel on. @return how many have come, and wait now to be computed.
  virtual std::int64_t move_blocks() = 0;
  virtual std::size_t leaving() const = 0;  ///< blocks that were given and have not left
  virtual bool received() const = 0;        ///< all blocks that were expected are here

  /// Lets time pass until something may have happened.
  virtual void pause() = 0;
};

/// One process's side of stealing, see StealingRule: the order of what it asks, answers and moves.
class StealingProtocol {
 public:
  /// @param port  must outlive this. @param pause_s  the longest pause that a CPU quota makes.
  StealingProtocol(StealingPort& port, int rank, int ranks, double pause_s)
      : port_(port), rank_(rank), rule_(rank, ranks, pause_s) {}

  /// Every process, at the start of a superstep on a keyless group. For the parameters see StealingRule.
  void begin(const std::vector<double>& seconds, const std::vector<std::int64_t>& counts);

  /// Answers requests, takes answers, asks when the queue will soon be empty. Waits only until what it gave has
  /// left, where the one that got it is much faster.
  /// @return whether it has blocks or some may still come.
  bool progress();

  /// Refuses requests, and sends blocks given before. To be called while no blocks can be taken from this process.
  void refuse() {
    if (begun_ && !quiet(rule_.unasked_until())) refuse_now();
  }
  /// The same, even at times when no request is expected.
  void refuse_now();

  /// The answers that this process has given since it was last asked for them.
  std::vector<Theft> take_answers() { return std::exchange(answers_, {}); }

  StealingRule& rule() { return rule_; }
  bool asks() const { return asked_ >= 0; }  ///< a request is under way
  /// Whether progress() would test for nothing: nothing is under way, and hardly any process asks yet.
  bool quiet() const { return quiet(rule_.quiet_until()); }

 private:
  bool quiet(double until) const;
  void answer(bool refuse);
  void take_reply();
  void move_blocks();

  StealingPort& port_;
  int rank_;
  StealingRule rule_;
  bool begun_ = false;
  int asked_ = -1;
  std::vector<Theft> answers_;
};

}  // namespace uneven::elements
