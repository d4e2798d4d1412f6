// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
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

template <class T>
MPI_Datatype type_of() {
  if constexpr (std::is_same_v<T, float>)
    return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return MPI_INT32_T;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return MPI_INT64_T;
  else {
    static_assert(std::is_same_v<T, char>);
    return MPI_CHAR;
  }
}

/// Longer messages are cut into pieces of this many elements: MPI counts are 32 bits wide.
inline constexpr std::int64_t longest_message = 1 << 30;

/// Broadcasts rank `root`'s bytes. Collective.
std::string broadcast(const Communicator& comm, std::string text, int root = 0);

/// All-gather of texts, by rank. Collective.
/// @throws SystemError if the texts are together 2 GiB or more.
std::vector<std::string> all_gather(const Communicator& comm, const std::string& text);

/// Sends the text of the only rank that has one to rank 0. Collective. @return  the text; empty at the other ranks.
std::string at_first(const Communicator& comm, std::string text);

template <class T>
void broadcast(const Communicator& comm, T* data, std::int64_t count, int root = 0) {
  for (std::int64_t first = 0; first < count; first += longest_message)
    check(MPI_Bcast(data + first, static_cast<int>(std::min(longest_message, count - first)), type_of<T>(), root,
                    comm.handle()));
}

template <class T>
void send(const Communicator& comm, const T* data, std::int64_t count, int to, int tag) {
  for (std::int64_t first = 0; first < count; first += longest_message)
    check(MPI_Send(data + first, static_cast<int>(std::min(longest_message, count - first)), type_of<T>(), to, tag,
                   comm.handle()));
}

/// Receives `count` numbers, which must equal the number sent.
template <class T>
void receive(const Communicator& comm, T* data, std::int64_t count, int from, int tag) {
  for (std::int64_t first = 0; first < count; first += longest_message)
    check(MPI_Recv(data + first, static_cast<int>(std::min(longest_message, count - first)), type_of<T>(), from, tag,
                   comm.handle(), MPI_STATUS_IGNORE));
}

/// All-gather of values, by rank. Collective.
template <class T>
std::vector<T> all_gather(const Communicator& comm, T value) {
  std::vector<T> all(static_cast<std::size_t>(comm.size()));
  check(MPI_Allgather(&value, 1, type_of<T>(), all.data(), 1, type_of<T>(), comm.handle()));
  return all;
}

/// The largest value over all ranks, at every rank. Collective.
template <class T>
T maximum(const Communicator& comm, T value) {
  check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, type_of<T>(), MPI_MAX, comm.handle()));
  return value;
}

void barrier(const Communicator& comm);

}  // namespace uneven::comm
