#include "partition/replan/windowed_median.hpp"

#include <algorithm>

#include "statistics/estimate.hpp"

namespace uneven::partition {

std::vector<double> Stretch::end(const std::vector<double>& compute_s, std::size_t iterations) {
  compute_s_.resize(compute_s.size());
  std::vector<double> each;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    each.push_back((compute_s[i] - compute_s_[i]) / static_cast<double>(length(iterations)));
  compute_s_ = compute_s;
  iterations_ = iterations;
  return each;
}

namespace {

constexpr std::int64_t stretches = 5;

}  // namespace

Pace::Pace(std::int64_t iterations)
    : iterations_of_stretch_(static_cast<std::size_t>(std::max(std::int64_t{1}, iterations / stretches))) {}

void Pace::look(const std::vector<double>& compute_s, std::size_t iterations) {
  if (stretch_.length(iterations) >= iterations_of_stretch_) stretches_.push_back(stretch_.end(compute_s, iterations));
}

std::vector<double> Pace::take(const std::vector<double>& compute_s, std::size_t iterations) {
  look(compute_s, iterations);
  // What is left over is too short to count, unless there is nothing else.
  if (stretch_.length(iterations) > 0) {
    const auto rest = stretch_.end(compute_s, iterations);
    if (stretches_.empty()) stretches_.push_back(rest);
  }
  std::vector<double> middle;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    std::vector<double> each;
    for (const auto& stretch : stretches_) each.push_back(stretch[i]);
    middle.push_back(statistics::median(each));
  }
  stretches_.clear();
  return middle;
}

}  // namespace uneven::partition
