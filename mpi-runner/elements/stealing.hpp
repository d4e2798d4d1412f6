// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "elements/stealing_protocol.hpp"
#include "elements/store.hpp"
#include "elements/thread_pool.hpp"

namespace uneven::elements {

/// One process's side of stealing (StealingProtocol) by MPI, from the queue of its threads.
class Stealing : private StealingPort {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Stealing(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double pause_s);

  /// Every process, at the start of a superstep on a keyless group.
  /// @param seconds  that each process took last time, longest first asked; empty if not known.
  void begin(Store& store, Queue& queue, const std::vector<double>& seconds);

  /// See StealingProtocol.
  bool progress() { return protocol_.progress(); }
  void refuse() { protocol_.refuse(); }
  std::vector<Theft> take_answers() { return protocol_.take_answers(); }

 private:
  Look look() const override;
  double block_bytes() const override { return static_cast<double>(store_->layout.bytes); }
  std::optional<Request> request() override;
  std::optional<std::int64_t> reply(int victim) override;
  void ask(int victim, const Thief& thief) override;
  std::int64_t give(int thief, std::size_t most) override;
  void expect(int, std::int64_t blocks) override { transit_.expect(blocks); }
  std::int64_t move_blocks() override;
  std::size_t leaving() const override { return transit_.leaving(); }
  bool received() const override { return transit_.received(); }
  void pause() override { wait_policy_.pause(); }

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  Store* store_ = nullptr;
  Queue* queue_ = nullptr;
  Transit transit_;
  std::vector<Sending> sending_;
  StealingProtocol protocol_;
};

}  // namespace uneven::elements
