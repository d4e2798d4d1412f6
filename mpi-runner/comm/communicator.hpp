// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace uneven::comm {

/// Turns an MPI error code into a SystemError.
void check(int code);

/// The number of elements of a message as an MPI count. @throws SystemError if it is too large for MPI.
int count_of(std::size_t elements);

/// A communicator and the calling process's rank in it; frees a communicator that it made.
class Communicator {
 public:
  /// All processes, with the ranks of MPI_COMM_WORLD, not yet those of the plan.
  static Communicator world();

  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  ~Communicator();

  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm handle() const { return handle_; }

  /// The communicator of the processes with the same `color`, ordered by `key`. Collective.
  Communicator split(int color, int key) const;

 private:
  Communicator(MPI_Comm handle, bool owned);
  MPI_Comm handle_;
  bool owned_;
  int rank_ = 0, size_ = 1;
};

/// Runs `work`, which must not communicate, on every process. If it throws on any, one process prints the error, the
/// job ends with that error's exit code, and no process is left waiting. Collective.
void all_or_abort(const Communicator& comm, const std::function<void()>& work);

/// Prints the exception being handled as this rank's one line and ends the whole job. Call inside a catch block.
[[noreturn]] void abort_with_current_exception(const Communicator& comm);

}  // namespace uneven::comm
