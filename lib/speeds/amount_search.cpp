// SPDX-License-Identifier: MIT
#include "speeds/amount_search.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::speeds {

namespace {

constexpr std::int64_t most_units = 1'000'000'000'000;
constexpr int runs_of_first = 2;
constexpr double times_first = 3, times_long_first = 1.5;
constexpr double least_factor = 2, most_factor = 16;
/// Beyond what the line foretells, because the time of one unit is uncertain.
constexpr double reserve = 1.1;
/// Times that differ by a smaller part do not tell whether more units take longer.
constexpr double hardly = 0.1;

}  // namespace

double AmountSearch::wanted_s() const {
  return std::max(limits_.target_s, first_s_ * (first_s_ > limits_.long_unit_s ? times_long_first : times_first));
}

bool AmountSearch::grows() const { return last_s_ > (1 + hardly) * first_s_; }

double AmountSearch::factor() const {
  if (units_ == 1) return wanted_s() / last_s_;  // all of the time may be that of the unit
  if (!grows()) return most_factor;
  const double per_unit_s = (last_s_ - first_s_) / static_cast<double>(units_ - 1);
  return reserve * (1 + (wanted_s() - last_s_) / per_unit_s / static_cast<double>(units_));
}

void AmountSearch::add(double seconds) {
  if (found_) return;
  ++runs_;
  last_s_ = seconds;
  if (limits_.given > 0) {
    found_ = true;
    return;
  }
  if (runs_ <= runs_of_first) first_s_ = runs_ == 1 ? seconds : std::min(first_s_, seconds);
  if (runs_ < runs_of_first) return;
  if (units_ >= most_units || (units_ > 1 && seconds >= wanted_s())) {
    found_ = true;
    return;
  }
  const double times = std::clamp(factor(), least_factor, most_factor);
  units_ = std::min(most_units, static_cast<std::int64_t>(std::ceil(static_cast<double>(units_) * times)));
}

}  // namespace uneven::speeds
