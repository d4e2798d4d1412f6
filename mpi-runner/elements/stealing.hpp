#pragma once

#include <cstdint>
#include <vector>

#include "elements/queue.hpp"
#include "elements/transit.hpp"

namespace uneven::elements {

/// Within a superstep, a process without work takes unprocessed blocks from the one that is expected to be busy
/// longest, and keeps them. One request is under way at a time. Who will probably be done soon is not asked, unless the
/// superstep is so long that asking costs next to nothing. Whoever asks gets a part of what is left, and asks again
/// later. A process much slower than the one that asks computes on only when what it gives has left. A process that has
/// little left, or whose blocks would travel longer than it computes them, refuses, and is not asked again in this
/// superstep; one that gives is asked again after the others.
class Stealing {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Stealing(const comm::Communicator& comm, const comm::Patience& patience, double pause_s);

  /// Every process, at the start of a superstep on a keyless group.
  /// @param seconds  that each process took last time, longest first asked; empty if not known.
  void begin(Store& store, Queue& queue, const std::vector<double>& seconds);

  /// Answers requests, takes answers, asks when the queue is empty. Waits for nothing but what it gives to one that is
  /// much faster.
  /// @return whether blocks may still come.
  bool progress();

  /// Answers with a refusal, and sends what was given before: between its own last block and the end of the superstep.
  void refuse();

 private:
  /// What blocks cost a process, seconds.
  struct Costs {
    double byte_s;   ///< of each byte on its way there
    double block_s;  ///< to compute one; 0: not known
  };

  bool worth_asking(int victim) const;
  double done() const;
  double pace();
  std::size_t blocks_for(const Costs& thief);
  void answer(bool refuse);
  void ask(int victim);
  void take_reply();
  void move_blocks();

  const comm::Communicator& comm_;
  const comm::Patience& patience_;
  bool serves_ = false;  ///< the last to ask was much faster
  Store* store_ = nullptr;
  Queue* queue_ = nullptr;
  double least_left_s_, pace_interval_s_;
  double own_block_s_ = 0;                           ///< to compute one, until this process asks for more
  double pace_ = 0, paced_at_ = 0, paced_done_ = 0;  ///< when it was last taken, and how many blocks were done then
  std::vector<double> expected_;                     ///< seconds of each process, if known
  int asked_in_vain_ = 0;
  std::vector<int> victims_;  ///< that may have something; the next to be asked last
  int asked_ = -1;
  double start_ = 0, asked_at_ = 0, promised_bytes_ = 0;
  std::size_t first_size_ = 0;
  double seconds_per_byte_ = 1e-9;  ///< of blocks, as the last ones took
  std::int64_t taken_ = 0;
  Transit transit_;
  std::vector<Sending> sending_;
};

}  // namespace uneven::elements
