// SPDX-License-Identifier: MIT
#include "comm/transport.hpp"

#include <utility>

#include "comm/wait.hpp"

namespace uneven::comm {

namespace {

using schedule::Memory;
using schedule::Request;

MPI_Datatype type_of(std::int64_t element_bytes) {
  return element_bytes == 8 ? MPI_INT64_T : element_bytes == 4 ? MPI_INT32_T : MPI_BYTE;
}

/// MPI datatype of a block. It may be freed as soon as the message is posted.
class BlockType {
 public:
  explicit BlockType(const Memory& memory) : type_(type_of(memory.element_bytes)) {
    if (memory.rows == 1) return;
    made_ = true;
    check(MPI_Type_vector(count_of(static_cast<std::size_t>(memory.rows)),
                          count_of(static_cast<std::size_t>(memory.columns)),
                          count_of(static_cast<std::size_t>(memory.stride)), type_, &type_));
    check(MPI_Type_commit(&type_));
  }
  BlockType(const BlockType&) = delete;
  BlockType& operator=(const BlockType&) = delete;
  ~BlockType() {
    if (made_) MPI_Type_free(&type_);
  }
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_;
  bool made_ = false;
};

int count_in(const Memory& memory) { return memory.rows == 1 ? count_of(static_cast<std::size_t>(memory.columns)) : 1; }

}  // namespace

Request Transport::keep(MPI_Request request) {
  if (free_.empty()) {
    requests_.push_back(request);
    return static_cast<Request>(requests_.size()) - 1;
  }
  const Request number = free_.back();
  free_.pop_back();
  requests_[static_cast<std::size_t>(number)] = request;
  return number;
}

Request Transport::send(int to, int tag, const Memory& memory) {
  const BlockType type(memory);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Isend(memory.data, count_in(memory), type.get(), to, tag, comm_.handle(), &request));
  return keep(request);
}

Request Transport::receive(int from, int tag, const Memory& memory) {
  const BlockType type(memory);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(memory.data, count_in(memory), type.get(), from, tag, comm_.handle(), &request));
  return keep(request);
}

void Transport::test_requests(std::span<Request> requests) {
  if (requests.empty()) return push_along(comm_);
  looked_at_.clear();
  for (const Request request : requests)
    looked_at_.push_back(request == schedule::no_request ? MPI_REQUEST_NULL
                                                         : requests_[static_cast<std::size_t>(request)]);
  comm::test_requests(looked_at_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (looked_at_[i] != MPI_REQUEST_NULL || requests[i] == schedule::no_request) continue;
    free_.push_back(std::exchange(requests[i], schedule::no_request));
  }
}

void Transport::forget(Request request) {
  MPI_Request_free(&requests_[static_cast<std::size_t>(request)]);
  free_.push_back(request);
}

}  // namespace uneven::comm
