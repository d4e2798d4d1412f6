#include "search/messages.hpp"

#include "comm/look.hpp"

namespace uneven::search {

void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag) {
  comm::check(MPI_Send(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, to, tag, comm.handle()));
}

MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Isend(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, to, tag, comm.handle(), &request));
  return request;
}

std::optional<Received> receive(const comm::Communicator& comm, Tag tag) {
  auto arrived = comm::look_for(comm, MPI_ANY_SOURCE, tag);
  if (!arrived) return std::nullopt;
  int count = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_INT64_T, &count));
  Received received{arrived->status.MPI_SOURCE, std::vector<std::int64_t>(static_cast<std::size_t>(count))};
  comm::check(MPI_Mrecv(received.numbers.data(), count, MPI_INT64_T, &arrived->message, MPI_STATUS_IGNORE));
  return received;
}

}  // namespace uneven::search
