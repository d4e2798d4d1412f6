#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/look.hpp"

namespace uneven::measure {

/// Where messages of one length lie, one after the other.
class MessageMemory {
 public:
  /// @param bytes   of a message.
  /// @param memory  that they come from or go to in turn, in bytes; as long as one at least.
  MessageMemory(int bytes, std::size_t memory)
      : bytes_(static_cast<std::size_t>(bytes)), data_(std::max(std::size_t{1}, memory / bytes_) * bytes_) {}

  char* next() {
    next_ = (next_ + bytes_) % data_.size();
    return data_.data() + next_;
  }

 private:
  std::size_t bytes_, next_ = 0;
  std::vector<char> data_;
};

/// A pair of messages, one to a process and one from another.
class Exchange {
 public:
  static constexpr int messages = 2;

  Exchange(const comm::Communicator& comm, int bytes, std::size_t memory = 0)
      : comm_(comm), bytes_(bytes), out_(bytes, memory), in_(bytes, memory) {}

  /// @param distance  in ranks, to the one and from the other.
  void begin(int distance) {
    const int p = comm_.size();
    const int from = (comm_.rank() + p - distance) % p, to = (comm_.rank() + distance) % p;
    comm::check(MPI_Irecv(in_.next(), bytes_, MPI_CHAR, from, 0, comm_.handle(), requests_));
    comm::check(MPI_Isend(out_.next(), bytes_, MPI_CHAR, to, 0, comm_.handle(), requests_ + 1));
  }

  bool done() { return comm::all_done(requests_); }

  std::span<MPI_Request> requests() { return requests_; }

 private:
  const comm::Communicator& comm_;
  int bytes_;
  MessageMemory out_, in_;
  MPI_Request requests_[messages];
};

}  // namespace uneven::measure
