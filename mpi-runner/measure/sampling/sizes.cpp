// SPDX-License-Identifier: MIT
#include "measure/sampling/sizes.hpp"

#include <algorithm>
#include <utility>

#include "comm/collectives.hpp"
#include "context.hpp"

namespace uneven::measure {

namespace {

constexpr double usual_scale = 1;
/// Of the curve: from this multiple of the usual scale, each so many times the one before (powers of two, so that the
/// usual one is among them), up to the whole problem or what takes the slowest too long. Each has this part of the
/// time.
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
