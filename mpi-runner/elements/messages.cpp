#include "elements/messages.hpp"

#include <climits>
#include <utility>

#include "base/error.hpp"

namespace uneven::elements {

using comm::check;

Sending::Sending(const comm::Communicator& comm, int to, int tag, std::string bytes)
    : bytes_(std::make_unique<std::string>(std::move(bytes))) {
  if (bytes_->size() > INT_MAX)
    throw SystemError("a message of " + std::to_string(bytes_->size()) + " bytes to one process; use more processes");
  check(MPI_Isend(bytes_->data(), static_cast<int>(bytes_->size()), MPI_CHAR, to, tag, comm.handle(), &request_));
}

Sending::Sending(Sending&& other) noexcept
    : bytes_(std::move(other.bytes_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)) {}

Sending& Sending::operator=(Sending&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(request_, other.request_);
  return *this;
}

Sending::~Sending() {
  if (request_ != MPI_REQUEST_NULL) MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

bool Sending::done() {
  int done = 0;
  check(MPI_Test(&request_, &done, MPI_STATUS_IGNORE));
  return done != 0;
}

std::optional<std::string> receive_if_any(const comm::Communicator& comm, int& from, int tag) {
  int here = 0;
  MPI_Message message;
  MPI_Status status;
  check(MPI_Improbe(from, tag, comm.handle(), &here, &message, &status));
  if (!here) return std::nullopt;
  int size = 0;
  check(MPI_Get_count(&status, MPI_CHAR, &size));
  from = status.MPI_SOURCE;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  check(MPI_Mrecv(bytes.data(), size, MPI_CHAR, &message, MPI_STATUS_IGNORE));
  return bytes;
}

std::string receive(const comm::Communicator& comm, int from, int tag, const Waiting& waiting) {
  std::optional<std::string> bytes;
  waiting.until([&] { return (bytes = receive_if_any(comm, from, tag)).has_value(); });
  return std::move(*bytes);
}

void collect(const comm::Communicator& comm, const Waiting& waiting,
             const std::function<void(const std::string&)>& take, const std::function<std::string()>& give) {
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    if (comm.rank() & bit) {
      Sending sending(comm, comm.rank() - bit, tag_collect, give());
      return waiting.until([&] { return sending.done(); });
    }
    if (comm.rank() + bit < comm.size()) take(receive(comm, comm.rank() + bit, tag_collect, waiting));
  }
}

std::string tell(const comm::Communicator& comm, const Waiting& waiting, std::string bytes) {
  int bit = 1;
  while (bit < comm.size() && !(comm.rank() & bit)) bit *= 2;
  if (comm.rank() != 0) bytes = receive(comm, comm.rank() - bit, tag_tell, waiting);
  std::vector<Sending> sends;
  for (bit /= 2; bit >= 1; bit /= 2)
    if (comm.rank() + bit < comm.size()) sends.emplace_back(comm, comm.rank() + bit, tag_tell, bytes);
  for (Sending& sending : sends) waiting.until([&] { return sending.done(); });
  return bytes;
}

std::vector<std::string> exchange(const comm::Communicator& comm, const Waiting& waiting,
                                  std::vector<std::string> outgoing) {
  const auto me = static_cast<std::size_t>(comm.rank());
  std::vector<std::string> incoming(outgoing.size());
  std::vector<Sending> sends;
  incoming[me] = std::move(outgoing[me]);
  // Each begins with its right neighbour, so that not all send to the same one first.
  for (std::size_t i = 1; i < outgoing.size(); ++i) {
    const std::size_t to = (me + i) % outgoing.size();
    sends.emplace_back(comm, static_cast<int>(to), tag_exchange, std::move(outgoing[to]));
  }
  for (std::size_t i = 1; i < incoming.size(); ++i) {
    const std::size_t from = (me + incoming.size() - i) % incoming.size();
    incoming[from] = receive(comm, static_cast<int>(from), tag_exchange, waiting);
  }
  for (Sending& sending : sends) waiting.until([&] { return sending.done(); });
  return incoming;
}

}  // namespace uneven::elements
