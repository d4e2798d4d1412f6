#include "search/messages.hpp"

#include "comm/look.hpp"

namespace uneven::search {

void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag) {
  comm::check(MPI_Send(numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, to, tag, comm.handle()));
}

std::optional<Received> receive(const comm::Communicator& comm, int from, Tag tag) {
  auto arrived = comm::look_for(comm, from, tag);
  if (!arrived) return std::nullopt;
  int count = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_INT64_T, &count));
  Received received{arrived->status.MPI_SOURCE, std::vector<std::int64_t>(static_cast<std::size_t>(count))};
  comm::check(MPI_Mrecv(received.numbers.data(), count, MPI_INT64_T, &arrived->message, MPI_STATUS_IGNORE));
  return received;
}

std::optional<Received> receive(const comm::Communicator& comm, Tag tag) { return receive(comm, MPI_ANY_SOURCE, tag); }

}  // namespace uneven::search
