#include "reduction/concatenation.hpp"

#include <optional>

#include "comm/look.hpp"

namespace uneven::reduction {
namespace {

std::string receive_text(const comm::Communicator& comm, const comm::Patience& patience, int source, int tag) {
  std::optional<comm::Arrived> arrived;
  patience.wait_until([&] {
    arrived = comm::look_for(comm, source, tag);
    return arrived.has_value();
  });
  int length = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_CHAR, &length));
  std::string text(static_cast<std::size_t>(length), ' ');
  comm::check(MPI_Mrecv(text.data(), length, MPI_CHAR, &arrived->message, MPI_STATUS_IGNORE));
  return text;
}

}  // namespace

std::string concatenate(const comm::Communicator& comm, const comm::Patience& patience, const schedule::Schedule& list,
                        std::string mine) {
  for (const schedule::Operation& operation : list.operations) {
    if (const auto* receive = std::get_if<schedule::Receive>(&operation))
      mine += receive_text(comm, patience, receive->message.partner, receive->message.tag);
    if (const auto* send = std::get_if<schedule::Send>(&operation)) {
      MPI_Request sent;
      comm::check(MPI_Isend(mine.data(), comm::count_of(mine.size()), MPI_CHAR, send->message.partner,
                            send->message.tag, comm.handle(), &sent));
      patience.wait_for(sent);
    }
  }
  return mine;
}

}  // namespace uneven::reduction
