#include "partition/replan/drift_detector.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t least_iterations = 5;
constexpr double least_seconds = 1;

}  // namespace

std::optional<Drift> DriftDetector::look(const RunProgress& now) {
  if (window_.length(now.iterations) < least_iterations || now.seconds < seconds_ + least_seconds) return std::nullopt;
  const Drift drift = farthest_behind(now.plan, window_.end(now.compute_s, now.iterations));
  const bool again = drift.off() && suspect_ && suspect_->processor == drift.processor;
  suspect_.reset();
  if (drift.off()) suspect_ = drift;
  seconds_ = now.seconds;
  return again && said_.insert(now.ranks[static_cast<std::size_t>(drift.processor)]).second ? suspect_ : std::nullopt;
}

void DriftDetector::follow_new_plan(double seconds) {
  window_ = {};
  suspect_.reset();
  seconds_ = seconds;
}

}  // namespace uneven::partition
