#include "measure/speed.hpp"

#include <algorithm>

#include "cluster/cpu_time.hpp"
#include "comm/collectives.hpp"
#include "context.hpp"

namespace uneven::measure {

namespace {

/// Long enough to average over a scheduler's periods, short enough for many repeats.
constexpr double seconds_per_repeat = 0.1, settled_times = 10;
/// Of the slowest's repeat, so that it does not begin another run.
constexpr double part_of_slowest = 0.8;

/// Runs the load for about `seconds`.
Repeat repeat(const Load& load, double seconds) {
  const double start = MPI_Wtime(), cpu_start = cluster::cpu_time();
  double runs = 0, elapsed = 0;
  do {
    load.run();
    ++runs;
    elapsed = MPI_Wtime() - start;
  } while (elapsed < seconds);
  return {runs, elapsed, cluster::cpu_time() - cpu_start};
}

}  // namespace

Repeat settled_repeat(const Load& load, double settle_s, double least_s) {
  if (settle_s > 0) repeat(load, settle_s);
  return repeat(load, std::max({seconds_per_repeat, settled_times * settle_s, least_s}));
}

Speed measure_speed(const comm::Communicator& comm, const comm::Patience& patience, const Load* load,
                    const Effort& effort) {
  const double start = MPI_Wtime();
  std::vector<double> rates, cpu_rates;
  double elapsed_s = 0, cpu_s = 0, least_s = 0;
  Speed speed;
  for (bool warm = false;; warm = true) {
    patience.meet(comm);
    const Repeat done = load ? settled_repeat(*load, effort.settle_s, least_s) : Repeat{1, 1, 1};
    if (!warm) {
      least_s = part_of_slowest * comm::maximum(comm, load ? done.elapsed_s : 0);
      continue;
    }
    rates.push_back(load ? done.runs * load->units / done.elapsed_s : 1);
    cpu_rates.push_back(load ? done.runs * load->units / done.cpu_s : 1);
    elapsed_s += done.elapsed_s;
    cpu_s += done.cpu_s;
    speed = {cluster::estimate(rates), cluster::estimate(cpu_rates), static_cast<std::int64_t>(rates.size()),
             cpu_s / elapsed_s};
    const bool enough = speed.repeats >= least_repeats;
    const bool known = enough && (!load || speed.estimate.relative_error() <= effort.confidence);
    const bool late = enough && (runner::stop_requested() || MPI_Wtime() - start >= effort.max_seconds);
    if (comm.rank() == 0)
      runner::progress(speed.repeats, 0, MPI_Wtime() - start, "relative error",
                       load ? speed.estimate.relative_error() : 0);
    if (comm::maximum(comm, static_cast<std::int32_t>(!known)) == 0 ||
        comm::maximum(comm, static_cast<std::int32_t>(late)) == 1)
      return speed;
  }
}

}  // namespace uneven::measure
