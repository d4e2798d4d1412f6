// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "elements/store.hpp"
#include "elements/thread_pool.hpp"

namespace uneven::elements {

/// Within a superstep, a process that is about to run out of work takes unprocessed blocks from the one that is
/// expected to be busy longest, and keeps them. One request is under way at a time, sent as early as the last answer
/// took. Who will probably be done soon is not asked, unless the superstep has been so long that asking costs next to
/// nothing. Whoever asks gets so many blocks that both are done at the same time, and asks again later; so most of what
/// a slow process had is soon at fast ones, who answer others sooner. A process much slower than the one that asks
/// computes on only when what it gives has left. A process that has little more left than the one that asks, or
/// whose blocks would be longer on their way than it would be busy, refuses, and is asked again only when all have been
/// asked and someone gave something; one that gives is asked again after the others.
class Stealing {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Stealing(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double pause_s);

  /// Every process, at the start of a superstep on a keyless group.
  /// @param seconds  that each process took last time, longest first asked; empty if not known.
  void begin(Store& store, Queue& queue, const std::vector<double>& seconds);

  /// Answers requests, takes answers, asks when the queue will soon be empty. Waits only until what it gave has
  /// left, where the one that got it is much faster.
  /// @return whether it has blocks or some may still come.
  bool progress();

  /// The answers that this process has given since it was last asked for them.
  std::vector<Theft> take_answers() { return std::exchange(answers_, {}); }

  /// Answers with a refusal, and sends what was given before: whenever no blocks can be taken from this process.
  void refuse();

 private:
  /// What a process that asks says of itself, seconds.
  struct Thief {
    double byte_s;   ///< of each byte on its way there
    double block_s;  ///< to compute a block; 0: not known
    double left_s;   ///< that what it has will take
  };

  void begin_round();
  bool stands_out(int process) const;
  bool quiet(double until_s) const;
  bool worth_asking(int victim) const;
  void choose_victim();
  double done() const;
  double pace();
  void take_pace(double pace);
  double left_s();
  std::size_t blocks_for(const Thief& thief);
  void answer(bool refuse);
  void ask(int victim);
  void take_reply();
  void move_blocks();

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  bool serves_ = false;  ///< the last that was given something is much faster
  Store* store_ = nullptr;
  Queue* queue_ = nullptr;
  double least_left_s_, pace_interval_s_;
  double pace_ = 0, paced_at_ = 0, paced_done_ = 0;  ///< when it was last taken, and how many blocks were done then
  std::vector<double> expected_;                     ///< seconds of each process, if known
  double first_s_ = 0;                               ///< the least of them
  double unasked_s_ = 0;                             ///< before which nobody asks this process
  double quiet_s_ = 0;  ///< before which it is hardly asked, and does not look while it has work
  int asked_in_vain_ = 0;
  std::vector<int> victims_;  ///< that may have something; the next to be asked last
  int asked_ = -1;
  bool gained_ = false;  ///< something in this round of asking
  double start_ = 0, asked_at_ = 0, promised_at_ = 0, promised_bytes_ = 0;
  double answer_s_ = 0;  ///< that blocks took to come since they were asked for, of late
  std::size_t first_size_ = 0;
  double seconds_per_byte_ = 1e-9;  ///< of blocks, as the last ones took
  std::int64_t taken_ = 0;
  Transit transit_;
  std::vector<Sending> sending_;
  std::vector<Theft> answers_;
};

}  // namespace uneven::elements
