// SPDX-License-Identifier: MIT
#include "elements/messages.hpp"

#include <utility>
#include <variant>

#include "comm/wait.hpp"
#include "elements/mail.hpp"

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

namespace {

/// The message of an operation, if it is one of this tag that this rank sends, or receives.
const schedule::Message* sent(const schedule::Operation& operation, int tag) {
  const auto* send = std::get_if<schedule::Send>(&operation);
  return send && send->message.tag == tag ? &send->message : nullptr;
}
const schedule::Message* received(const schedule::Operation& operation, int tag) {
  const auto* receive = std::get_if<schedule::Receive>(&operation);
  return receive && receive->message.tag == tag ? &receive->message : nullptr;
}

}  // namespace

void collect(const schedule::Schedule& superstep, const comm::Communicator& comm, const Waiting& waiting,
             const std::function<void(const std::string&)>& take, const std::function<std::string()>& give) {
  for (const schedule::Operation& operation : superstep.operations) {
    if (const auto* from = received(operation, tag_sums)) take(receive(comm, from->partner, tag_sums, waiting));
    if (const auto* to = sent(operation, tag_sums)) {
      Sending sending(comm, to->partner, tag_sums, give());
      waiting.until([&] { return sending.done(); });
    }
  }
}

std::string tell(const schedule::Schedule& superstep, const comm::Communicator& comm, const Waiting& waiting,
                 std::string bytes) {
  std::vector<Sending> sends;
  for (const schedule::Operation& operation : superstep.operations) {
    if (const auto* from = received(operation, tag_orders)) bytes = receive(comm, from->partner, tag_orders, waiting);
    if (const auto* to = sent(operation, tag_orders)) sends.emplace_back(comm, to->partner, tag_orders, bytes);
  }
  for (Sending& sending : sends) waiting.until([&] { return sending.done(); });
  return bytes;
}

std::vector<std::string> exchange(const schedule::Schedule& superstep, int number, const comm::Communicator& comm,
                                  const Waiting& waiting, std::vector<std::string> outgoing) {
  const auto me = static_cast<std::size_t>(comm.rank());
  std::vector<std::string> incoming(outgoing.size());
  std::vector<Sending> sends;
  incoming[me] = std::move(outgoing[me]);
  for (const schedule::Operation& operation : superstep.operations) {
    if (const auto* to = sent(operation, tag_exchange); to && to->index == number)
      sends.emplace_back(comm, to->partner, tag_exchange, std::move(outgoing[static_cast<std::size_t>(to->partner)]));
    if (const auto* from = received(operation, tag_exchange); from && from->index == number)
      incoming[static_cast<std::size_t>(from->partner)] = receive(comm, from->partner, tag_exchange, waiting);
  }
  for (Sending& sending : sends) waiting.until([&] { return sending.done(); });
  return incoming;
}

std::vector<std::string> exchange(const comm::Communicator& comm, const Waiting& waiting,
                                  std::vector<std::string> outgoing) {
  const Superstep one{.ranks = comm.size(), .keyed_groups = 1};
  return exchange(schedule(one, comm.rank()), 0, comm, waiting, std::move(outgoing));
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
  for (const auto& bytes : orders.mail) out.put(bytes);
  if (!orders.made.empty()) out.put(orders.made);
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
  for (std::size_t g = 0; g < groups; ++g) orders.mail.push_back(in.get_text());
  if (!in.at_end()) orders.made = in.get_vector<std::int64_t>();
  return orders;
}

}  // namespace uneven::elements
