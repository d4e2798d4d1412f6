#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/look.hpp"

namespace uneven::measure {

/// A pair of messages, one to a process and one from another.
class Exchange {
 public:
  static constexpr int messages = 2;

  Exchange(const comm::Communicator& comm, int bytes)
      : comm_(comm), out_(static_cast<std::size_t>(bytes)), in_(out_.size()) {}

  /// @param distance  in ranks, to the one and from the other.
  void begin(int distance) {
    const int p = comm_.size(), bytes = static_cast<int>(in_.size());
    const int from = (comm_.rank() + p - distance) % p, to = (comm_.rank() + distance) % p;
    comm::check(MPI_Irecv(in_.data(), bytes, MPI_CHAR, from, 0, comm_.handle(), requests_));
    comm::check(MPI_Isend(out_.data(), bytes, MPI_CHAR, to, 0, comm_.handle(), requests_ + 1));
  }

  bool done() { return comm::all_done(requests_); }

  std::span<MPI_Request> requests() { return requests_; }

 private:
  const comm::Communicator& comm_;
  std::vector<char> out_, in_;
  MPI_Request requests_[messages];
};

}  // namespace uneven::measure
