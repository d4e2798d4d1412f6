// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "comm/wait.hpp"
#include "schedule/performer.hpp"

namespace uneven::comm {

/// Messages of a schedule between the ranks of a communicator.
class Transport : public schedule::Transport {
 public:
  /// Both must outlive the transport.
  Transport(const Communicator& comm, const WaitPolicy& wait_policy) : comm_(comm), wait_policy_(wait_policy) {}
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  schedule::Request send(int to, int tag, const schedule::Memory& memory) override;
  schedule::Request receive(int from, int tag, const schedule::Memory& memory) override;
  void test_requests(std::span<schedule::Request> requests) override;
  void wait_until(const std::function<bool()>& ready) override { wait_policy_.wait_until(ready); }
  void forget(schedule::Request request) override;
  trace::Recorder* recorder() override { return comm::recorder(); }

 private:
  schedule::Request keep(MPI_Request request);

  const Communicator& comm_;
  const WaitPolicy& wait_policy_;
  std::vector<MPI_Request> requests_;    ///< by number
  std::vector<schedule::Request> free_;  ///< numbers
  std::vector<MPI_Request> looked_at_;   ///< scratch of test_requests()
};

}  // namespace uneven::comm
