#include "measure/sizes.hpp"

#include <algorithm>
#include <utility>

#include "comm/collectives.hpp"

namespace uneven::measure {

namespace {

/// Of the curve: from this multiple of a processor's usual share, each so many times the one before, up to the whole
/// problem or what takes the slowest too long. Each, the usual one too, gets this part of the time.
constexpr double usual_scale = 1, least_scale = 1.0 / 64, next_scale = 4;
constexpr double longest_run_s = 2;
constexpr double curve_time_share = 0.4;

}  // namespace

Sizes::Sizes(const comm::Communicator& comm, const comm::Patience& patience, std::function<Load(double)> load_of_scale,
             const Effort& effort, bool curve)
    : comm_(comm), patience_(patience), load_of_scale_(std::move(load_of_scale)), effort_(effort), has_curve_(curve) {}

void Sizes::measure(Size& size) {
  const Load load = load_of_scale_(size.scale);
  size.units = load.units;
  size.part_units = load.part_units;
  Effort effort = effort_;
  effort.max_seconds *= (has_curve_ ? curve_time_share : 1) / passes;
  measure_speed(comm_, patience_, load, effort, size.repeats);
}

void Sizes::pass() {
  for (Size& size : sizes_) measure(size);
  if (!sizes_.empty()) return;
  const double whole = comm_.size();
  double scale = has_curve_ ? least_scale : usual_scale;
  for (bool more = true; more; scale = std::min(next_scale * scale, whole)) {
    Size& size = sizes_.emplace_back(scale);
    measure(size);
    const double next_s = comm::maximum(comm_, next_scale * size.units / size.repeats.speed().estimate.mean);
    more = scale < usual_scale || (has_curve_ && scale < whole && next_s < longest_run_s);
  }
}

const Sizes::Size& Sizes::usual_size() const { return *std::ranges::find(sizes_, usual_scale, &Size::scale); }

Speed Sizes::probable(const Size& size, const Alike& alike) {
  Speed speed = size.repeats.speed();
  const bool known = size.units == 0;
  const double mean = alike.among(known ? cluster::Estimate{} : speed.per_cpu_time);
  const double correction = known ? 1 : mean / speed.per_cpu_time.mean;
  speed.estimate.mean *= correction;
  speed.estimate.half_width *= correction;
  return speed;
}

double Sizes::usual_units() const { return usual_size().units; }

Speed Sizes::usual(const Alike& alike) const { return probable(usual_size(), alike); }

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
