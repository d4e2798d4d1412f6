// SPDX-License-Identifier: MIT
#include "shares/makespan.hpp"

#include <algorithm>

#include "shares/block_search.hpp"

namespace uneven::shares {

TimeModel::TimeModel(double start_s, std::span<const document::CurvePoint> curve)
    : start_(start_s), speed_(curve.back().speed) {
  double longest = 0;
  for (const auto& [units, speed] : curve) {
    longest = std::max(longest, units / speed);
    points_.push_back({units, longest});
  }
}

double TimeModel::work(double units) const {
  if (points_.empty()) return units / speed_;
  const auto above = std::ranges::lower_bound(points_, units, {}, &Point::units);
  if (above == points_.begin()) return above->seconds * (units / above->units);
  const Point& below = *(above - 1);
  if (above == points_.end()) return below.seconds * (units / below.units);
  const double part = (units - below.units) / (above->units - below.units);
  return std::min(below.seconds + part * (above->seconds - below.seconds), above->seconds);
}

/// The units whose work takes `seconds`; the largest number of them where several take the same time.
double TimeModel::inverse(double seconds) const {
  if (points_.empty()) return seconds * speed_;
  const auto above = std::ranges::upper_bound(points_, seconds, {}, &Point::seconds);
  if (above == points_.begin()) return above->units * (seconds / above->seconds);
  const Point& below = *(above - 1);
  if (above == points_.end()) return below.units * (seconds / below.seconds);
  const double part = (seconds - below.seconds) / (above->seconds - below.seconds);
  return below.units + part * (above->units - below.units);
}

double TimeModel::seconds(double units) const { return units > 0 ? start_ + work(units) : 0; }

double TimeModel::divisible_units_by(double time, double most) const {
  return time < start_ ? 0 : std::min(inverse(time - start_), most);
}

std::int64_t TimeModel::units_by(double time, std::int64_t most) const {
  const auto in_time = [&](std::int64_t n) { return seconds(static_cast<double>(n)) <= time; };
  if (time < start_ || most == 0) return 0;
  const double guess = inverse(time - start_);
  std::int64_t low = guess < static_cast<double>(most) ? static_cast<std::int64_t>(guess) : most, high = low + 1;
  // The guess is wrong by rounding, which is much where the start takes far longer than the work: steps double.
  for (std::int64_t step = 1; low > 0 && !in_time(low); step *= 2) {
    high = low;
    low = std::max<std::int64_t>(0, low - step);
  }
  for (std::int64_t step = 1; high <= most && in_time(high); step *= 2) {
    low = high;
    high = std::min(most + 1, high + step);
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (in_time(middle) ? low : high) = middle;
  }
  return low;
}

namespace {

/// A problem whose shares have a least and a most number of blocks each: what remains is to level the shares.
struct Bounded {
  std::vector<std::int64_t> units;   ///< that are no block, of the processor that takes the rest
  std::vector<std::int64_t> fewest;  ///< blocks
  std::vector<bool> used;
};

/// Chooses the processors that have units, so that the makespan is `time`.
/// @param last  the processor that takes the rest.
Bounded chosen(double time, const BlockProblem& problem, std::int64_t last) {
  const std::size_t n = problem.models.size();
  Bounded result{std::vector<std::int64_t>(n), std::vector<std::int64_t>(n), std::vector<bool>(n)};
  std::size_t end = n;
  if (problem.rest > 0) {
    end = static_cast<std::size_t>(last);
    result.units[end] = problem.rest;
    result.fewest[end] = problem.least_of_last;
    result.used[end] = true;
  }
  std::vector<std::pair<std::int64_t, std::size_t>> able;  // minus the blocks, and the processor
  for (std::size_t i = 0; i < end; ++i)
    if (const std::int64_t own = problem.by(time, i); own >= problem.least) able.emplace_back(-own, i);
  const std::size_t most = problem.most_used();
  if (able.size() > most) {
    std::ranges::nth_element(able, able.begin() + static_cast<std::ptrdiff_t>(most));
    able.resize(most);
  }
  for (const auto& [own, i] : able) {
    result.fewest[i] = problem.least == 1 ? 0 : problem.least;
    result.used[i] = true;
  }
  return result;
}

/// The blocks that each processor does by two times. By the first time not all blocks are done. The times approach
/// each other.
class Levels {
 public:
  std::vector<std::int64_t> low, high;  ///< blocks by the two times

  Levels(const BlockProblem& problem, const Bounded& bounded)
      : low(bounded.fewest), high(low.size()), problem_(problem), bounded_(bounded) {
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (bounded.used[i]) open_.push_back(i);
      high[i] = bounded.used[i] ? own(i, never) : 0;
    }
  }

  /// Whether all blocks are done by a time between the two, which then takes the place of one of them.
  bool enough(double time) {
    Wide sum = settled_;
    middle_.clear();
    for (const std::size_t i : open_) sum += middle_.emplace_back(own(i, time));
    const bool is_enough = sum >= problem_.all;
    std::size_t kept = 0;
    for (std::size_t at = 0; at < open_.size(); ++at) {
      const std::size_t i = open_[at];
      (is_enough ? high : low)[i] = middle_[at];
      if (high[i] > low[i])
        open_[kept++] = i;
      else
        settled_ += low[i];
    }
    open_.resize(kept);
    return is_enough;
  }

 private:
  std::int64_t own(std::size_t i, double time) const {
    return std::max(bounded_.fewest[i], problem_.by(time, i, bounded_.units[i]));
  }

  const BlockProblem& problem_;
  const Bounded& bounded_;
  std::vector<std::size_t> open_;     ///< processors that do more by the second time
  std::vector<std::int64_t> middle_;  ///< theirs
  Wide settled_ = 0;                  ///< of the others
};

/// Shares the blocks one by one to the processor that ends its next one earliest.
/// @param guess  of the time when all are done, see least_time().
std::vector<std::int64_t> level(const BlockProblem& problem, const Bounded& bounded, double guess) {
  Levels levels(problem, bounded);
  least_time([&](double time) { return levels.enough(time); }, guess);
  // All blocks that end before the least time are given away. What is left ends at the least time, wherever it goes.
  // It is shared in proportion to the room, which is more than a block only where rounding hides the time of one; then
  // it goes to the lowest indices.
  std::vector<std::int64_t>& share = levels.low;
  Wide left = problem.all, all_room = 0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    left -= share[i];
    all_room += levels.high[i] - share[i];
  }
  const Wide all_left = left;
  for (std::size_t i = 0; i < share.size(); ++i) {
    const std::int64_t room = levels.high[i] - share[i];
    if (room <= 1) continue;
    const auto part = static_cast<std::int64_t>(all_left * room / all_room);
    share[i] += part;
    left -= part;
  }
  for (std::size_t i = 0; i < share.size(); ++i) {
    const auto part = static_cast<std::int64_t>(std::min<Wide>(left, levels.high[i] - share[i]));
    left -= part;
    share[i] = (share[i] + part) * problem.size + bounded.units[i];
  }
  return share;
}

/// The makespan of a sample of the processors with their part of the units: a guess of that of all; 0 where all are few
/// enough, or there is none.
double time_of_sample(std::int64_t count, std::span<const TimeModel> models, const Limits& limits) {
  constexpr std::size_t sampled = 4096;
  const std::size_t step = models.size() / sampled;
  if (step < 2) return 0;
  std::vector<TimeModel> some;
  Limits of_some{limits.multiple_of, limits.least, {}};
  for (std::size_t i = step / 2; i < models.size(); i += step) {
    some.push_back(models[i]);
    of_some.most.push_back(limits.most[i]);
  }
  const double part = static_cast<double>(some.size()) / static_cast<double>(models.size());
  const BlockProblem problem(static_cast<std::int64_t>(static_cast<double>(count) * part), some, of_some);
  BlockSearch search(problem);
  const auto enough = [&](double time) { return search.enough(time); };
  return enough(never) ? least_time(enough, 0) : 0;
}

}  // namespace

std::optional<std::vector<std::int64_t>> least_makespan(std::int64_t count, std::span<const TimeModel> models,
                                                        const Limits& limits) {
  const BlockProblem problem(count, models, limits);
  BlockSearch search(problem);
  const auto enough = [&](double time) { return search.enough(time); };
  if (!enough(never)) return {};
  const double guess = time_of_sample(count, models, limits);
  if (problem.least == 1 && problem.rest == 0) {
    const std::vector<std::int64_t> none(models.size());
    return level(problem, {none, none, std::vector<bool>(models.size(), true)}, guess);
  }
  const double time = least_time(enough, guess);
  return level(problem, chosen(time, problem, problem.rest > 0 ? search.last() : -1), time);
}

double makespan(std::span<const std::int64_t> count, std::span<const TimeModel> models) {
  double most = 0;
  for (std::size_t i = 0; i < count.size(); ++i)
    most = std::max(most, models[i].seconds(static_cast<double>(count[i])));
  return most;
}

double divisible_bound(std::int64_t count, std::span<const TimeModel> models, std::span<const std::int64_t> most) {
  const auto all = static_cast<double>(count);
  return least_time(
      [&](double time) {
        double sum = 0;
        for (std::size_t i = 0; i < models.size() && sum < all; ++i)
          sum += models[i].divisible_units_by(time, static_cast<double>(most[i]));
        return sum >= all;
      },
      0);
}

}  // namespace uneven::shares
