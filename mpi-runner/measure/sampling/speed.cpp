// SPDX-License-Identifier: MIT
#include "measure/sampling/speed.hpp"

#include <algorithm>

#include "comm/collectives.hpp"
#include "context.hpp"
#include "machine/clock.hpp"
#include "measure/sampling/enough.hpp"

namespace uneven::measure {

namespace {

/// Long enough to average over a scheduler's periods, short enough for many repeats.
constexpr double seconds_per_repeat = 0.1, settled_times = 10;

/// Runs the load for about `seconds`.
Repeat repeat(const Load& load, double seconds) {
  const double start = MPI_Wtime(), cpu_start = machine::cpu_time();
  double runs = 0, elapsed = 0;
  do {
    load.run();
    ++runs;
    elapsed = MPI_Wtime() - start;
  } while (elapsed < seconds);
  return {runs, elapsed, machine::cpu_time() - cpu_start};
}

}  // namespace

Repeat settled_repeat(const Load& load, double settle_s, double least_s) {
  if (settle_s > 0) repeat(load, settle_s);
  return repeat(load, std::max({seconds_per_repeat, settled_times * settle_s, least_s}));
}

double length_for_all(const comm::Communicator& comm, double elapsed_s) {
  constexpr double part_of_slowest = 0.8;  // does not begin another run
  return part_of_slowest * comm::maximum(comm, elapsed_s);
}

void Repeats::add(double units, const Repeat& done) {
  rates_.push_back(done.runs * units / done.elapsed_s);
  cpu_rates_.push_back(done.runs * units / done.cpu_s);
  elapsed_s_ += done.elapsed_s;
  cpu_s_ += done.cpu_s;
}

void Repeats::add(const Repeats& others) {
  rates_.insert(rates_.end(), others.rates_.begin(), others.rates_.end());
  cpu_rates_.insert(cpu_rates_.end(), others.cpu_rates_.begin(), others.cpu_rates_.end());
  elapsed_s_ += others.elapsed_s_;
  cpu_s_ += others.cpu_s_;
}

Speed Repeats::speed() const {
  return {statistics::estimate(rates_), statistics::estimate(cpu_rates_), static_cast<std::int64_t>(rates_.size()),
          cpu_s_ / elapsed_s_};
}

Repeats measure_speed(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Load& load,
                      const Effort& effort) {
  const Measurement measurement({.seconds = effort.max_seconds, .confidence = effort.confidence});
  const auto repeat_once = [&](double least_s) {
    wait_policy.meet(comm);
    return load.run ? settled_repeat(load, effort.settle_s, least_s) : Repeat{1, 1, 1};
  };
  const Repeat warm = repeat_once(0);
  const double least_s = length_for_all(comm, load.run ? warm.elapsed_s : 0);
  Repeats repeats;
  for (int made = 1;; ++made) {
    repeats.add(load.run ? load.units : 1, repeat_once(least_s));
    const double error = repeats.speed().estimate.relative_error();
    if (comm.rank() == 0) runner::progress(made, 0, measurement.elapsed_s(), "relative error", error);
    if (measurement.enough(comm, made, error)) return repeats;
  }
}

Alike::Alike(const comm::Communicator& comm, const std::string& model) : comm_(comm) {
  const auto models = comm::all_gather(comm, model);
  for (std::size_t rank = 0; rank < models.size(); ++rank)
    if (models[rank] == model) ranks_.push_back(rank);
}

double Alike::midmean(double mine) const {
  const auto values = comm::all_gather(comm_, mine);
  std::vector<double> alike;
  for (const std::size_t rank : ranks_) alike.push_back(values[rank]);
  return statistics::midmean(alike);
}

double Alike::among(const statistics::Estimate& mine) const {
  const auto means = comm::all_gather(comm_, mine.mean), half_widths = comm::all_gather(comm_, mine.half_width);
  std::vector<statistics::Estimate> alike;
  for (const std::size_t rank : ranks_)
    if (means[rank] != 0) alike.push_back({means[rank], half_widths[rank]});
  return mine.mean == 0 ? 0 : statistics::among_same_model(mine, alike);
}

}  // namespace uneven::measure
