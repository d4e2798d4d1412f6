#pragma once

#include <mpi.h>

#include <optional>
#include <span>

#include "comm/communicator.hpp"

namespace uneven::comm {

/// Looks at what has happened to messages. Each look also moves all messages that are under way, and none waits.
///
/// MPI's own looks may: it can be told to yield when it finds nothing, and libraries that turn such yields into sleep,
/// to save a CPU quota, are preloaded on some clusters. Then the look after one in vain would sleep, whatever there is
/// to do.

/// While one lives, looks may sleep in this way: its owner has nothing to do but to wait.
class MaySleep {
 public:
  MaySleep();
  MaySleep(const MaySleep&) = delete;
  ~MaySleep();
};

/// Requests that are done become MPI_REQUEST_NULL; of several, once all are.
bool is_done(MPI_Request& request);
bool all_done(std::span<MPI_Request> requests);

/// Each that is done becomes MPI_REQUEST_NULL.
void look_at(std::span<MPI_Request> requests);

/// A message that is here and that nobody else will receive.
struct Arrived {
  MPI_Message message;
  MPI_Status status;
};

/// @param from  a rank, or MPI_ANY_SOURCE.
std::optional<Arrived> look_for(const Communicator& comm, int from, int tag);

/// Only moves messages along.
void push_along(const Communicator& comm);

}  // namespace uneven::comm
