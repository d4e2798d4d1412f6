// SPDX-License-Identifier: MIT
#include "elements/messages.hpp"

#include <utility>

#include "comm/wait.hpp"
#include "elements/block.hpp"

namespace uneven::elements {

using comm::check;

Sending::Sending(const comm::Communicator& comm, int to, int tag, std::shared_ptr<const void> owner, const void* data,
                 std::size_t size)
    : owner_(std::move(owner)) {
  check(MPI_Isend(data, comm::count_of(size), MPI_CHAR, to, tag, comm.handle(), &request_));
}

Sending::Sending(const comm::Communicator& comm, int to, int tag, std::string bytes)
    : Sending(comm, to, tag, std::make_shared<std::string>(std::move(bytes))) {}

Sending::Sending(const comm::Communicator& comm, int to, int tag, const std::shared_ptr<std::string>& bytes)
    : Sending(comm, to, tag, bytes, bytes->data(), bytes->size()) {}

Sending::Sending(Sending&& other) noexcept
    : owner_(std::move(other.owner_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)) {}

Sending& Sending::operator=(Sending&& other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(request_, other.request_);
  return *this;
}

Sending::~Sending() {
  if (request_ != MPI_REQUEST_NULL) MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

bool Sending::done() { return comm::is_done(request_); }

std::optional<Receiving> Receiving::begin_if_any(const comm::Communicator& comm, int from, int tag,
                                                 const std::function<void*(std::size_t)>& space) {
  auto arrived = comm::look_for(comm, from, tag);
  if (!arrived) return std::nullopt;
  int size = 0;
  check(MPI_Get_count(&arrived->status, MPI_CHAR, &size));
  Receiving receiving;
  receiving.from_ = arrived->status.MPI_SOURCE;
  void* to = space(static_cast<std::size_t>(size));
  if (!to) {
    receiving.bytes_ = std::make_unique<std::string>(static_cast<std::size_t>(size), '\0');
    to = receiving.bytes_->data();
  }
  check(MPI_Imrecv(to, size, MPI_CHAR, &arrived->message, &receiving.request_));
  return receiving;
}

Receiving::Receiving(Receiving&& other) noexcept
    : bytes_(std::move(other.bytes_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)), from_(other.from_) {}

Receiving::~Receiving() {
  if (request_ != MPI_REQUEST_NULL) MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

bool Receiving::done() { return comm::is_done(request_); }

std::optional<std::string> receive_if_any(const comm::Communicator& comm, int& from, int tag) {
  auto receiving = Receiving::begin_if_any(comm, from, tag);
  if (!receiving) return std::nullopt;
  while (!receiving->done()) continue;
  from = receiving->from();
  return receiving->take();
}

std::string receive(const comm::Communicator& comm, int from, int tag, const Waiting& waiting) {
  std::optional<Receiving> receiving;
  waiting.until([&] {
    if (!receiving) {
      auto begun = Receiving::begin_if_any(comm, from, tag);
      if (begun) receiving.emplace(std::move(*begun));
    }
    return receiving && receiving->done();
  });
  return receiving->take();
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

std::string pack(const Orders& orders) {
  ByteWriter out;
  for (const std::int32_t word :
       {orders.next, orders.reason, orders.checkpoint, orders.moving, orders.uncounted, orders.last})
    out.put(word);
  out.put(orders.unit);
  out.put(orders.target);
  out.put(orders.counts);
  out.put(orders.seconds);
  for (const auto& values : orders.multicast) out.put(values);
  return std::move(out.bytes);
}

Orders unpack_orders(const std::string& bytes, std::size_t groups) {
  ByteReader in(bytes);
  Orders orders;
  for (std::int32_t* word :
       {&orders.next, &orders.reason, &orders.checkpoint, &orders.moving, &orders.uncounted, &orders.last})
    *word = in.get<std::int32_t>();
  orders.unit = in.get<std::int64_t>();
  orders.target = in.get_vector<std::int64_t>();
  orders.counts = in.get_vector<std::int64_t>();
  orders.seconds = in.get_vector<double>();
  for (std::size_t g = 0; g < groups; ++g) orders.multicast.push_back(in.get_vector<double>());
  return orders;
}

}  // namespace uneven::elements
