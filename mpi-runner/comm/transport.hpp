#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "schedule/transport.hpp"

namespace uneven::comm {

/// Messages of a schedule between the ranks of a communicator.
class Transport : public schedule::Transport {
 public:
  /// Both must outlive the transport.
  Transport(const Communicator& comm, const Patience& patience) : comm_(comm), patience_(patience) {}
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  schedule::Request send(int to, int tag, const schedule::Memory& memory) override;
  schedule::Request receive(int from, int tag, const schedule::Memory& memory) override;
  void look_at(std::span<schedule::Request> requests) override;
  void wait_until(const std::function<bool()>& ready) override { patience_.wait_until(ready); }
  void forget(schedule::Request request) override;

 private:
  schedule::Request keep(MPI_Request request);

  const Communicator& comm_;
  const Patience& patience_;
  std::vector<MPI_Request> requests_;    ///< by number
  std::vector<schedule::Request> free_;  ///< numbers
  std::vector<MPI_Request> looked_at_;   ///< of one look
};

}  // namespace uneven::comm
