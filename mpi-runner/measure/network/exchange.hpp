#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"

namespace uneven::measure {

/// Messages that are alike.
struct Messages {
  int bytes;               ///< of one
  std::size_t memory = 0;  ///< bytes that they come from or go to in turn; those of one at least
  int in_flight = 1;       ///< to others, and as many from others
};

/// Where messages lie, one after the other.
class MessageMemory {
 public:
  explicit MessageMemory(const Messages& messages)
      : bytes_(static_cast<std::size_t>(messages.bytes)),
        data_(std::max(std::size_t{1}, messages.memory / bytes_) * bytes_) {}

  char* next() {
    next_ = (next_ + bytes_) % data_.size();
    return data_.data() + next_;
  }

 private:
  std::size_t bytes_, next_ = 0;
  std::vector<char> data_;
};

/// Some messages to other processes, and as many from them.
class Exchange {
 public:
  Exchange(const comm::Communicator& comm, const Messages& messages)
      : comm_(comm),
        bytes_(messages.bytes),
        out_(messages),
        in_(messages),
        requests_(2 * static_cast<std::size_t>(messages.in_flight)) {}

  int messages() const { return static_cast<int>(requests_.size()); }

  /// @param turn  so that the distances change.
  void begin(int turn) {
    const int p = comm_.size();
    for (std::size_t i = 0; i < requests_.size(); i += 2) {
      const int distance = 1 + (turn + static_cast<int>(i / 2)) % (p - 1);
      const int from = (comm_.rank() + p - distance) % p, to = (comm_.rank() + distance) % p;
      comm::check(MPI_Irecv(in_.next(), bytes_, MPI_CHAR, from, 0, comm_.handle(), &requests_[i]));
      comm::check(MPI_Isend(out_.next(), bytes_, MPI_CHAR, to, 0, comm_.handle(), &requests_[i + 1]));
    }
  }

  bool done() { return comm::all_done(requests_); }

  std::span<MPI_Request> requests() { return requests_; }

 private:
  const comm::Communicator& comm_;
  int bytes_;
  MessageMemory out_, in_;
  std::vector<MPI_Request> requests_;
};

}  // namespace uneven::measure
