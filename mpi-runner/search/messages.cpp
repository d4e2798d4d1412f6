#include "search/messages.hpp"

#include "comm/look.hpp"

namespace uneven::search {
namespace {

/// One tile, of which even a large table has fewer than an int counts.
class TileType {
 public:
  explicit TileType(const Layout& layout) {
    comm::check(MPI_Type_contiguous(comm::count_of(layout.tile_bytes()), MPI_BYTE, &type_));
    comm::check(MPI_Type_commit(&type_));
  }
  TileType(const TileType&) = delete;
  ~TileType() { MPI_Type_free(&type_); }
  MPI_Datatype handle() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace

void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag) {
  comm::check(MPI_Send(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, to, tag, comm.handle()));
}

MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Isend(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, to, tag, comm.handle(), &request));
  return request;
}

MPI_Request begin_sending(const comm::Communicator& comm, const Packed& examples, document::Range rows, int to) {
  const TileType tile(examples.layout());
  const std::int64_t first = rows.first / kTile, end = (rows.end() + kTile - 1) / kTile;
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Isend(examples.tile(first), comm::count_of(static_cast<std::size_t>(end - first)), tile.handle(), to,
                        tag_examples, comm.handle(), &request));
  return request;
}

MPI_Request begin_receiving(const comm::Communicator& comm, Packed& examples) {
  const TileType tile(examples.layout());
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Irecv(examples.tile(examples.first_tile()),
                        comm::count_of(static_cast<std::size_t>(examples.tiles())), tile.handle(), 0, tag_examples,
                        comm.handle(), &request));
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
