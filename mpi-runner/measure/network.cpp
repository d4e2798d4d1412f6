#include "measure/network.hpp"

#include <algorithm>
#include <vector>

#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"

namespace uneven::measure {

namespace {

constexpr int all_pairs_up_to = 16;
constexpr int least_repeats = 3, most_repeats = 30;
constexpr int burst = 200;  // messages
constexpr int barriers = 20;
const std::vector<int> message_bytes{8, 1024, 8192, 65536, 262144};

std::vector<std::pair<int, int>> pairs_of(int processes) {
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < processes; ++a) {
    if (processes <= all_pairs_up_to) {
      for (int b = a + 1; b < processes; ++b) pairs.push_back({a, b});
    } else {
      pairs.push_back({a, (a + 1) % processes});
      if (a < processes / 2) pairs.push_back({a, a + processes / 2});
    }
  }
  return pairs;
}

void wait(const comm::Patience& patience, MPI_Request request) {
  patience.wait_until([&] {
    int done = 0;
    comm::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    return done != 0;
  });
}

/// A message out, or in, as the executors send and wait.
void send(const comm::Communicator& comm, const comm::Patience& patience, std::vector<char>& message, int bytes,
          int to) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Isend(message.data(), bytes, MPI_CHAR, to, 0, comm.handle(), &request));
  wait(patience, request);
}
void receive(const comm::Communicator& comm, const comm::Patience& patience, std::vector<char>& message, int bytes,
             int from) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Irecv(message.data(), bytes, MPI_CHAR, from, 0, comm.handle(), &request));
  wait(patience, request);
}

/// Median one-way time of `bytes` between this process and `partner`; `first` serves.
double ping_pong(const comm::Communicator& comm, const comm::Patience& patience, int partner, bool first, int bytes,
                 double seconds) {
  std::vector<char> message(static_cast<std::size_t>(bytes));
  std::vector<double> times;
  std::int32_t more = 1;
  const double start = MPI_Wtime();
  for (int repeat = 0; more; ++repeat) {
    const double sent = MPI_Wtime();
    if (first) {
      send(comm, patience, message, bytes, partner);
      receive(comm, patience, message, bytes, partner);
    } else {
      receive(comm, patience, message, bytes, partner);
      send(comm, patience, message, bytes, partner);
    }
    if (repeat > 0) times.push_back((MPI_Wtime() - sent) / 2);  // the first sets up the connection
    // The first decides for both, since their clocks differ.
    more = repeat < least_repeats || (repeat < most_repeats && MPI_Wtime() - start < seconds);
    if (first)
      comm::check(MPI_Send(&more, 1, MPI_INT32_T, partner, 1, comm.handle()));
    else
      comm::check(MPI_Recv(&more, 1, MPI_INT32_T, partner, 1, comm.handle(), MPI_STATUS_IGNORE));
  }
  return cluster::median(times);
}

/// Seconds between the arrivals of small messages sent back to back: the receiver's work for one.
double time_per_message(const comm::Communicator& comm, const comm::Patience& patience, int partner, bool first) {
  std::vector<char> message(8);
  const double start = MPI_Wtime();
  for (int i = 0; i < burst; ++i)
    first ? send(comm, patience, message, 8, partner) : receive(comm, patience, message, 8, partner);
  const double seconds = (MPI_Wtime() - start) / burst;
  first ? receive(comm, patience, message, 1, partner) : send(comm, patience, message, 1, partner);
  return seconds;
}

double time_of_barrier(const comm::Communicator& comm, const comm::Patience& patience) {
  std::vector<double> times;
  for (int i = 0; i < barriers; ++i) {
    const double start = MPI_Wtime();
    patience.meet(comm);
    times.push_back(MPI_Wtime() - start);
  }
  return cluster::median(times);
}

}  // namespace

std::optional<document::NetworkSpeeds> measure_network(const comm::Communicator& comm, const comm::Patience& patience,
                                                       double max_seconds) {
  if (comm.size() < 2) return std::nullopt;
  const auto pairs = pairs_of(comm.size());
  const double share = max_seconds / static_cast<double>(pairs.size() * message_bytes.size());
  std::vector<double> times(pairs.size() * message_bytes.size(), 0);
  std::vector<double> arrivals(pairs.size(), 0);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    patience.meet(comm);
    const auto [a, b] = pairs[p];
    if (comm.rank() != a && comm.rank() != b) continue;
    const bool first = comm.rank() == a;
    const int partner = first ? b : a;
    for (std::size_t s = 0; s < message_bytes.size(); ++s) {
      const double seconds = ping_pong(comm, patience, partner, first, message_bytes[s], share);
      if (first) times[p * message_bytes.size() + s] = seconds;
    }
    const double arrival = time_per_message(comm, patience, partner, first);
    if (!first) arrivals[p] = arrival;
  }
  comm::check(
      MPI_Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()), MPI_DOUBLE, MPI_SUM, comm.handle()));
  comm::check(MPI_Allreduce(MPI_IN_PLACE, arrivals.data(), static_cast<int>(arrivals.size()), MPI_DOUBLE, MPI_SUM,
                            comm.handle()));
  std::vector<cluster::Point> points;
  for (std::size_t i = 0; i < times.size(); ++i)
    points.push_back({static_cast<double>(message_bytes[i % message_bytes.size()]), times[i]});
  const auto [latency, gap] = cluster::fit_line(points);
  const double barrier = comm::maximum(comm, time_of_barrier(comm, patience));
  return document::NetworkSpeeds{latency, gap, barrier, cluster::median(arrivals)};
}

double measure_operation(const comm::Communicator& comm) {
  constexpr std::size_t elements = 16384;
  constexpr int repeats = 50;
  std::vector<double> x(elements, 1e-3), y(elements, 0);
  double best = 1;
  for (int i = 0; i < repeats; ++i) {
    const double start = MPI_Wtime();
    for (std::size_t j = 0; j < elements; ++j) y[j] += x[j];
    const double seconds = MPI_Wtime() - start;
    if (y[static_cast<std::size_t>(i)] > 0) best = std::min(best, seconds);
  }
  return comm::maximum(comm, best / elements);
}

}  // namespace uneven::measure
