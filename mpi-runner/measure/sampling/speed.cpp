// SPDX-License-Identifier: MIT
#include "measure/sampling/speed.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "machine/machine.hpp"

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
    if (comm.rank() == 0) runner::progress(made, 0, "measurement", measurement.elapsed_s(), "relative error", error);
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

Measurement::Measurement(const Enough& enough) : enough_(enough), start_(MPI_Wtime()) {}

double Measurement::elapsed_s() const { return MPI_Wtime() - start_; }

bool Measurement::known_well(int repeats, double relative_error) const {
  return repeats >= enough_.least && relative_error <= enough_.confidence;
}

bool Measurement::ended(int repeats) const {
  if (runner::stop_requested()) return repeats >= std::min(enough_.least, least_repeats);
  return repeats >= enough_.least && (repeats >= enough_.most || elapsed_s() >= enough_.seconds);
}

bool Measurement::time_is_up(const comm::Communicator& comm) const {
  return comm::maximum(comm, std::int32_t{runner::stop_requested() || elapsed_s() >= enough_.seconds}) == 1;
}

bool Measurement::enough(int repeats, double relative_error) const {
  return known_well(repeats, relative_error) || ended(repeats);
}

bool Measurement::enough(const comm::Communicator& comm, int repeats, double relative_error) const {
  return comm::maximum(comm, std::int32_t{!known_well(repeats, relative_error)}) == 0 ||
         comm::maximum(comm, std::int32_t{ended(repeats)}) == 1;
}

namespace {

constexpr double usual_scale = 1;
/// Scales of the curve, relative to the usual one: from least_scale, each next_scale times the one before (powers of
/// two, so that the usual one is among them), up to the whole problem or to runs of longest_run_s at the slowest rank.
/// Each scale gets curve_time_share of the time.
constexpr double least_scale = 1.0 / 64, next_scale = 4;
constexpr double longest_run_s = 2;
constexpr double curve_time_share = 0.4;

}  // namespace

Sizes::Sizes(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
             std::function<Load(double)> load_of_scale, const Effort& effort, bool curve)
    : comm_(comm),
      wait_policy_(wait_policy),
      load_of_scale_(std::move(load_of_scale)),
      effort_(effort),
      has_curve_(curve) {}

void Sizes::measure(Size& size) {
  const Load load = load_of_scale_(size.scale);
  size.units = load.units;
  size.part_units = load.part_units;
  Effort effort = effort_;
  effort.max_seconds *= (has_curve_ ? curve_time_share : 1) / passes;
  size.repeats.add(measure_speed(comm_, wait_policy_, load, effort));
}

void Sizes::pass() {
  if (sizes_.empty()) return first_pass();
  if (comm::maximum(comm_, std::int32_t{runner::stop_requested()}) == 1) return;
  for (Size& size : sizes_) measure(size);
}

void Sizes::first_pass() {
  const double whole = comm_.size();
  double scale = has_curve_ ? least_scale : usual_scale;
  for (bool more = true; more;) {
    Size& size = sizes_.emplace_back(scale);
    measure(size);
    const double next = std::min(next_scale * scale, whole);
    const double next_s = comm::maximum(comm_, next / scale * size.units / size.repeats.speed().estimate.mean);
    more = scale < usual_scale || (has_curve_ && scale < whole && next_s < longest_run_s);
    scale = next;
  }
}

const Sizes::Size& Sizes::usual_size() const { return *std::ranges::find(sizes_, usual_scale, &Size::scale); }

Speed Sizes::probable(const Size& size, const Alike& alike) {
  Speed speed = size.repeats.speed();
  const bool idle = size.units == 0;
  const double mean = alike.among(idle ? statistics::Estimate{} : speed.per_cpu_time);
  const double correction = idle ? 1 : mean / speed.per_cpu_time.mean;
  speed.estimate.mean *= correction;
  speed.estimate.half_width *= correction;
  return speed;
}

std::vector<document::CurvePoint> Sizes::curve(const Alike& alike) const {
  std::vector<document::CurvePoint> curve;
  if (!has_curve_) return curve;
  for (const Size& size : sizes_) {
    const double speed = probable(size, alike).estimate.mean;
    // Below the least that a kernel does, sizes are the same.
    if (curve.empty() || size.part_units > curve.back().units) curve.push_back({size.part_units, speed});
  }
  return curve;
}

}  // namespace uneven::measure
