#include "measure/fan_ins.hpp"

#include <algorithm>
#include <vector>

#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"
#include "comm/common_start.hpp"

namespace uneven::measure {

namespace {

constexpr int most_ranks = 16, most_roots = 8;
constexpr int fan_in_repeats = 16;
/// Reductions come between other work, of which a first-level cache is full.
constexpr std::size_t other_numbers = (1 << 15) / sizeof(double);
/// Not that of the common start.
constexpr int tag = 1;

void fan_in(const comm::Communicator& comm, const comm::Patience& patience, int root) {
  char message[8] = {};
  MPI_Request request = MPI_REQUEST_NULL;
  if (comm.rank() != root) {
    comm::check(MPI_Isend(message, sizeof message, MPI_CHAR, root, tag, comm.handle(), &request));
    patience.wait_for(request);
    return;
  }
  for (int from = 0; from < comm.size(); ++from) {
    if (from == root) continue;
    comm::check(MPI_Irecv(message, sizeof message, MPI_CHAR, from, tag, comm.handle(), &request));
    patience.wait_for(request);
  }
}

}  // namespace

cluster::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::Patience& patience) {
  cluster::FanIns found;
  std::vector<double> other_work(other_numbers, 1);
  const bool member = comm.rank() < most_ranks;
  const comm::Communicator members = comm.split(!member, comm.rank());
  found.ranks = std::min(comm.size(), most_ranks);
  std::vector<double> seconds;
  for (int root = 0; root < std::min(found.ranks, most_roots); ++root) {
    std::vector<double> times;
    comm::CommonStart start_together(members, patience, root);
    for (int repeat = 0; member && repeat < fan_in_repeats; ++repeat) {
      for (double& number : other_work) number *= 0.5;
      const double start = start_together.wait();
      fan_in(members, patience, root);
      times.push_back(MPI_Wtime() - start);
    }
    seconds.push_back(comm.rank() == root ? cluster::median(times) : 0.0);
  }
  patience.meet(comm);  // not before: who has no part waits here, and must not poll where it may not
  for (const double of_root : seconds) found.seconds.push_back(comm::maximum(comm, of_root));
  return found;
}

}  // namespace uneven::measure
