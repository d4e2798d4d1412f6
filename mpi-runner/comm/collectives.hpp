// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/communicator.hpp"

namespace uneven::comm {

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

/// Everyone gets rank `root`'s bytes. Collective.
std::string broadcast(const Communicator& comm, std::string text, int root = 0);

/// Everyone gets everyone's text, by rank. Collective.
/// @throws SystemError if they are 2 GiB or more, together.
std::vector<std::string> all_gather(const Communicator& comm, const std::string& text);

/// Rank 0 gets the text of the one rank that has any. Collective. @return  empty at the others.
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

/// As many numbers as were sent.
template <class T>
void receive(const Communicator& comm, T* data, std::int64_t count, int from, int tag) {
  for (std::int64_t first = 0; first < count; first += longest_message)
    check(MPI_Recv(data + first, static_cast<int>(std::min(longest_message, count - first)), type_of<T>(), from, tag,
                   comm.handle(), MPI_STATUS_IGNORE));
}

/// Everyone gets everyone's value, by rank. Collective.
template <class T>
std::vector<T> all_gather(const Communicator& comm, T value) {
  std::vector<T> all(static_cast<std::size_t>(comm.size()));
  check(MPI_Allgather(&value, 1, type_of<T>(), all.data(), 1, type_of<T>(), comm.handle()));
  return all;
}

/// The largest of all values. Collective.
template <class T>
T maximum(const Communicator& comm, T value) {
  check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, type_of<T>(), MPI_MAX, comm.handle()));
  return value;
}

void barrier(const Communicator& comm);

}  // namespace uneven::comm
