// SPDX-License-Identifier: MIT
#include "search/share.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "base/error.hpp"
#include "comm/trace.hpp"
#include "comm/wait.hpp"
#include "search/predict.hpp"

namespace uneven::search {
namespace {

/// Examples that this processor scans between two looks at the messages.
std::int64_t step(const Scanner& scanner) {
  constexpr double usual_task_s = 1.9e-10;  // where the plan knows no seconds
  const std::vector<double> speed = speeds_of(scanner.plan.cluster);
  const double mean = std::accumulate(speed.begin(), speed.end(), 0.0) / static_cast<double>(speed.size());
  const double times = mean / speed[static_cast<std::size_t>(scanner.comm.rank())];
  const double task_s = scanner.plan.times.task_s > 0 ? scanner.plan.times.task_s * times : usual_task_s;
  return static_cast<std::int64_t>(scan_step(task_s * static_cast<double>(scanner.queries)));
}

/// Adds the time since `start` to an account, and to the trace.
void charge(trace::Phase phase, double& account, double start) {
  const double end = comm::trace_now();
  account += end - start;
  if (comm::recorder()) comm::recorder()->add(phase, start, end);
}

}  // namespace

void Scanner::scan_now(document::Range rows) const {
  const double start = comm::trace_now();
  scan(rows);
  charge(trace::Phase::compute, tally.times.compute_s, start);
  tally.examples += rows.count;
}

void Scanner::scan_all(document::Range& rest, const std::function<void()>& look) const {
  const std::int64_t most = step(*this);
  if (read && !held.has(rest)) {
    const double start = comm::trace_now();
    read(held.add(rest));
    charge(trace::Phase::communicate, tally.times.communicate_s, start);
  }
  while (rest.count > 0) {
    const document::Range now{rest.first, std::min(most, rest.count)};
    rest = {now.end(), rest.count - now.count};
    scan_now(now);
    const double start = comm::trace_now();
    look();
    charge(trace::Phase::communicate, tally.times.communicate_s, start);
  }
}

void Scanner::wait_until(const std::function<bool()>& ready) const {
  const double start = comm::trace_now(), waited = wait_policy.wait_until(ready);
  tally.times.wait_s += waited;
  if (comm::recorder()) comm::recorder()->add(trace::Phase::wait, start, start + waited);
}

void share_scan(const Scanner& scanner) {
  const document::SearchMethod method = scanner.plan.method;
  if (has_fixed_parts(method)) {
    scanner.scan_now(scanner.plan.placement[static_cast<std::size_t>(scanner.comm.rank())].examples);
  } else if (method == document::SearchMethod::dynamic_process || method == document::SearchMethod::stealing) {
    split_rests(scanner);
  } else {
    hand_out(scanner);
  }
}

namespace {

/// One tile as an MPI type: even a large table has fewer tiles than an int can count.
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

void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag) {
  comm::check(MPI_Send(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, to, tag, comm.handle()));
}

MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag) {
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

std::optional<Received> receive(const comm::Communicator& comm, int tag) {
  auto arrived = comm::look_for(comm, MPI_ANY_SOURCE, tag);
  if (!arrived) return std::nullopt;
  int count = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_INT64_T, &count));
  Received received{arrived->status.MPI_SOURCE, std::vector<std::int64_t>(static_cast<std::size_t>(count))};
  comm::check(MPI_Mrecv(received.numbers.data(), count, MPI_INT64_T, &arrived->message, MPI_STATUS_IGNORE));
  return received;
}

namespace {

std::vector<std::int64_t> packed(const std::vector<Nearest>& nearest) {
  std::vector<std::int64_t> numbers;
  for (const Nearest& of_query : nearest) {
    const auto neighbours = of_query.sorted();
    numbers.push_back(static_cast<std::int64_t>(neighbours.size()));
    for (const Neighbour& n : neighbours) numbers.insert(numbers.end(), {n.distance, n.row});
  }
  return numbers;
}

void merge(const std::vector<std::int64_t>& numbers, std::vector<Nearest>& nearest) {
  std::size_t at = 0;
  for (Nearest& of_query : nearest) {
    for (std::int64_t left = numbers.at(at++); left > 0; --left, at += 2)
      of_query.offer({numbers.at(at), numbers.at(at + 1)});
    of_query.settle();
  }
}

/// The next answers, whichever child's they are: the nearest of all do not depend on the order.
void take_answers(const Scanner& scanner, std::vector<Nearest>& nearest) {
  std::optional<Received> received;
  scanner.wait_until([&] { return (received = receive(scanner.comm, tag_join)).has_value(); });
  merge(received->numbers, nearest);
}

void give_answers(const Scanner& scanner, int parent, const std::vector<Nearest>& nearest) {
  const std::vector<std::int64_t> numbers = packed(nearest);
  MPI_Request sent = begin_sending(scanner.comm, numbers, parent, tag_join);
  scanner.wait_until([&] { return comm::is_done(sent); });
  ++scanner.tally.messages;
}

}  // namespace

void perform(const schedule::Schedule& list, const Scanner& scanner, std::vector<Nearest>& nearest) {
  for (const schedule::Operation& operation : list.operations) {
    if (std::holds_alternative<schedule::Work>(operation)) share_scan(scanner);
    if (std::holds_alternative<schedule::Receive>(operation)) take_answers(scanner, nearest);
    if (const auto* send = std::get_if<schedule::Send>(&operation))
      give_answers(scanner, send->message.partner, nearest);
  }
}

}  // namespace uneven::search
