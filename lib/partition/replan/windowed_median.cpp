#include "partition/replan/windowed_median.hpp"

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
  // What is left over is too short to count, unless there is nothing else.
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

}  // namespace uneven::partition
