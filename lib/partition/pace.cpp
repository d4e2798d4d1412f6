#include "partition/pace.hpp"

#include <algorithm>

#include "cluster/statistics.hpp"

namespace uneven::partition {

namespace {

constexpr std::int64_t stretches = 5;

}  // namespace

Pace::Pace(std::int64_t iterations)
    : iterations_of_stretch_(static_cast<std::size_t>(std::max(std::int64_t{1}, iterations / stretches))) {}

void Pace::look(const std::vector<double>& compute_s, std::size_t iterations) {
  begin_.resize(compute_s.size());
  now_ = compute_s;
  iterations_now_ = iterations;
  if (iterations_now_ >= iterations_begin_ + iterations_of_stretch_) end_stretch();
}

std::vector<double> Pace::take() {
  if (stretches_.empty()) end_stretch();
  std::vector<double> middle;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    std::vector<double> each;
    for (const auto& stretch : stretches_) each.push_back(stretch[i]);
    middle.push_back(cluster::median(each));
  }
  stretches_.clear();
  begin_ = now_;
  iterations_begin_ = iterations_now_;
  return middle;
}

void Pace::end_stretch() {
  std::vector<double>& stretch = stretches_.emplace_back();
  for (std::size_t i = 0; i < now_.size(); ++i)
    stretch.push_back((now_[i] - begin_[i]) / static_cast<double>(iterations_now_ - iterations_begin_));
  begin_ = now_;
  iterations_begin_ = iterations_now_;
}

}  // namespace uneven::partition
