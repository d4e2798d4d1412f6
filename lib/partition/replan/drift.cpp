// SPDX-License-Identifier: MIT
#include "partition/replan/drift.hpp"

#include <algorithm>

#include "statistics/estimate.hpp"

namespace uneven::partition {

std::vector<double> Window::end(const std::vector<double>& compute_s, std::size_t iterations) {
  compute_s_.resize(compute_s.size());
  std::vector<double> each;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    each.push_back((compute_s[i] - compute_s_[i]) / static_cast<double>(length(iterations)));
  compute_s_ = compute_s;
  iterations_ = iterations;
  return each;
}

namespace {

constexpr std::int64_t windows = 5;

}  // namespace

WindowedMedian::WindowedMedian(std::int64_t iterations)
    : window_iterations_(static_cast<std::size_t>(std::max(std::int64_t{1}, iterations / windows))) {}

void WindowedMedian::look(const std::vector<double>& compute_s, std::size_t iterations) {
  if (window_.length(iterations) >= window_iterations_) windows_.push_back(window_.end(compute_s, iterations));
}

std::vector<double> WindowedMedian::take(const std::vector<double>& compute_s, std::size_t iterations) {
  look(compute_s, iterations);
  // The rest is too short for a window, unless it is the only one.
  if (window_.length(iterations) > 0) {
    const auto rest = window_.end(compute_s, iterations);
    if (windows_.empty()) windows_.push_back(rest);
  }
  std::vector<double> middle;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    std::vector<double> each;
    for (const auto& window : windows_) each.push_back(window[i]);
    middle.push_back(statistics::median(each));
  }
  windows_.clear();
  return middle;
}

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
