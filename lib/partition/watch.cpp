#include "partition/watch.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t least_iterations = 5;
constexpr double least_seconds = 1;

}  // namespace

std::optional<Drift> Watch::look(const document::Partition& plan, const std::vector<int>& ranks,
                                 const std::vector<double>& compute_s, std::size_t iterations, double seconds) {
  if (stretch_.length(iterations) < least_iterations || seconds < seconds_ + least_seconds) return std::nullopt;
  const Drift drift = farthest_behind(plan, stretch_.end(compute_s, iterations));
  const bool again = drift.off() && suspect_ && suspect_->processor == drift.processor;
  suspect_.reset();
  if (drift.off()) suspect_ = drift;
  seconds_ = seconds;
  return again && said_.insert(ranks[static_cast<std::size_t>(drift.processor)]).second ? suspect_ : std::nullopt;
}

void Watch::follow_new_plan(double seconds) {
  stretch_ = {};
  suspect_.reset();
  seconds_ = seconds;
}

}  // namespace uneven::partition
