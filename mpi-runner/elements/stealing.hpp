#pragma once

#include <cstdint>
#include <vector>

#include "elements/queue.hpp"
#include "elements/transit.hpp"

namespace uneven::elements {

/// Within a superstep, a process without work takes unprocessed blocks from the one that is expected to be busy
/// longest, and keeps them. One request is under way at a time. Who will probably be done soon is not asked, unless the
/// superstep is so long that asking costs next to nothing. A process that has little left, or whose blocks would travel
/// longer than it computes them, refuses, and is not asked again in this superstep.
class Stealing {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Stealing(const comm::Communicator& comm, double pause_s);

  /// Every process, at the start of a superstep on a keyless group.
  /// @param seconds  that each process took last time, longest first asked; empty if not known, and all are asked.
  void begin(Store& store, Queue& queue, const std::vector<double>& seconds);

  /// Answers requests, takes answers, asks when the queue is empty; waits for nothing.
  /// @return whether blocks may still come.
  bool progress();

  /// Answers with a refusal, and sends what was given before: between its own last block and the end of the superstep.
  void refuse();

  std::int64_t blocks_stolen() const { return stolen_; }

 private:
  bool worth_asking(int victim) const;
  void answer(bool refuse);
  void ask(int victim);
  void take_reply();
  void move_blocks();

  const comm::Communicator& comm_;
  Store* store_ = nullptr;
  Queue* queue_ = nullptr;
  double pause_s_;
  std::vector<double> expected_;  ///< seconds of each process, if known
  int asked_in_vain_ = 0;
  std::vector<int> victims_;  ///< that may have something; the next to be asked last
  int asked_ = -1;
  double start_ = 0, asked_at_ = 0, promised_bytes_ = 0;
  std::size_t first_size_ = 0;
  double seconds_per_byte_ = 1e-9;  ///< of blocks, as the last ones took
  std::int64_t stolen_ = 0, taken_ = 0;
  Transit transit_;
  std::vector<Sending> sending_;
};

}  // namespace uneven::elements
