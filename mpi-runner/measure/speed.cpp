#include "measure/speed.hpp"

#include <algorithm>

#include "comm/collectives.hpp"
#include "context.hpp"

namespace uneven::measure {

namespace {

/// Long enough to average over a scheduler's periods, short enough for many repeats.
constexpr double seconds_per_repeat = 0.1;

/// Runs the load for about `seconds_per_repeat`, as all others do at the same time. @return units per second.
double repeat(const Load& load) {
  const double start = MPI_Wtime();
  double runs = 0, elapsed = 0;
  do {
    load.run();
    ++runs;
    elapsed = MPI_Wtime() - start;
  } while (elapsed < seconds_per_repeat);
  return runs * load.units / elapsed;
}

}  // namespace

Speed measure_speed(const comm::Communicator& comm, const comm::Patience& patience, const Load* load,
                    const Effort& effort) {
  const double start = MPI_Wtime();
  std::vector<double> rates;
  Speed speed;
  for (bool warm = false;; warm = true) {
    patience.meet(comm);
    const double rate = load ? repeat(*load) : 1;
    if (!warm) continue;
    rates.push_back(rate);
    speed = {cluster::estimate(rates), static_cast<std::int64_t>(rates.size())};
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
