#include "bp/watch.hpp"

namespace uneven::bp {

namespace {

constexpr std::size_t least_iterations = 5;
constexpr double least_seconds = 1;

}  // namespace

std::optional<partition::Drift> Watch::look(const document::Partition& plan, const std::vector<double>& compute_s,
                                            std::size_t iterations, double seconds) {
  if (iterations < iterations_ + least_iterations || seconds < seconds_ + least_seconds) return std::nullopt;
  std::vector<double> each = difference(compute_s, compute_s_);
  for (double& s : each) s /= static_cast<double>(iterations - iterations_);
  const partition::Drift drift = partition::farthest_behind(plan, each);
  const bool again = drift.off() && suspect_ && suspect_->processor == drift.processor;
  suspect_.reset();
  if (drift.off()) suspect_ = drift;
  compute_s_ = compute_s;
  iterations_ = iterations;
  seconds_ = seconds;
  return again && said_.insert(drift.processor).second ? suspect_ : std::nullopt;
}

std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result = a;
  for (std::size_t i = 0; i < b.size(); ++i) result[i] -= b[i];
  return result;
}

}  // namespace uneven::bp
