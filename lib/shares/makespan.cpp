// SPDX-License-Identifier: MIT
#include "shares/makespan.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>

namespace uneven::shares {

namespace {

__extension__ using Wide = __int128;  // sums of counts of many processors

constexpr double never = std::numeric_limits<double>::infinity();

/// Neighbours among the doubles >= 0: `enough` is false at the first, true at the second; both 0 if it is true there.
struct Bracket {
  double below, least;
};

/// The least time that is enough, by bisection over the doubles, whose bits stand in their order.
///
/// @param enough  monotone, and true for infinity.
/// @param from    a guess, which saves steps if it is a little less than the result.
Bracket least_time(const std::function<bool(double)>& enough, double from = 0) {
  const auto is_enough = [&](std::uint64_t bits) { return enough(std::bit_cast<double>(bits)); };
  const auto end = std::bit_cast<std::uint64_t>(never);
  std::uint64_t low = std::bit_cast<std::uint64_t>(from), high = end;
  if (is_enough(low)) {
    high = low;
    low = 0;
    if (high == 0 || is_enough(0)) return {0, 0};
  } else {
    for (std::uint64_t step = 1 << 16; step < (high - low) / 16; step *= 16) {
      if (is_enough(low + step)) {
        high = low + step;
        break;
      }
      low += step;
    }
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return {std::bit_cast<double>(low), std::bit_cast<double>(high)};
}

/// The sum of the greatest `most` of some counts, so far.
class TopSum {
 public:
  explicit TopSum(std::size_t most) : most_(most) {}

  void add(std::int64_t count) {
    if (most_ == 0) return;
    if (kept_.size() == most_) {
      if (count <= kept_.front()) return;
      sum_ -= kept_.front();
      std::ranges::pop_heap(kept_, std::greater{});
      kept_.back() = count;
    } else {
      kept_.push_back(count);
    }
    std::ranges::push_heap(kept_, std::greater{});
    sum_ += count;
  }

  Wide sum() const { return sum_; }

 private:
  std::size_t most_;
  std::vector<std::int64_t> kept_;  ///< a heap, the least in front
  Wide sum_ = 0;
};

/// The problem in blocks of M units.
struct Blocks {
  Blocks(std::int64_t count, std::span<const TimeModel> models_, const Limits& limits)
      : models(models_), size(limits.multiple_of), all(count / size), rest(count % size), most(limits.most) {
    for (auto& units : most) units = std::min(units, count);
    least = std::max<std::int64_t>(1, rounded_up(limits.least));
    least_of_last = rest == 0 ? 0 : rounded_up(limits.least - rest);
  }

  std::int64_t rounded_up(std::int64_t units) const { return units <= 0 ? 0 : (units - 1) / size + 1; }

  /// Blocks of processor i by `time`, after `units` that are no block; negative if it cannot do these.
  std::int64_t by(double time, std::size_t i, std::int64_t units = 0) const {
    const std::int64_t left = models[i].units_by(time, most[i]) - units;
    return left < 0 ? -1 : left / size;
  }

  /// How many processors may have blocks beside the last one.
  std::size_t most_used() const {
    return least == 1 ? models.size()
                      : std::min(models.size(), static_cast<std::size_t>((all - least_of_last) / least));
  }

  std::span<const TimeModel> models;
  std::int64_t size, all, rest;    ///< M, blocks, and units beyond the blocks
  std::vector<std::int64_t> most;  ///< units of each processor
  std::int64_t least;              ///< blocks of a processor that has any
  std::int64_t least_of_last = 0;  ///< blocks of the one that takes the rest
};

/// The highest processor that can take the rest so that all is done by `time`; -1 if there is none. Without a rest, 0
/// if all is done by `time`.
std::int64_t last_by(double time, const Blocks& blocks) {
  if (blocks.all < blocks.least_of_last) return -1;
  const bool all_may = blocks.most_used() == blocks.models.size();
  TopSum top(blocks.most_used());
  Wide sum = 0;
  std::int64_t last = -1;
  for (std::size_t i = 0; i < blocks.models.size(); ++i) {
    if (blocks.rest > 0) {
      const std::int64_t own = blocks.by(time, i, blocks.rest);
      if (own >= blocks.least_of_last && (all_may ? sum : top.sum()) + own >= blocks.all)
        last = static_cast<std::int64_t>(i);
    }
    const std::int64_t own = blocks.by(time, i);
    if (own < blocks.least) continue;
    if (all_may)
      sum += own;
    else
      top.add(own);
  }
  return blocks.rest > 0 ? last : (all_may ? sum : top.sum()) >= blocks.all ? 0 : -1;
}

/// A problem whose shares are at least and at most so many blocks: all that is left of it is to level.
struct Bounded {
  std::vector<std::int64_t> units;   ///< that are no block, of the processor that takes the rest
  std::vector<std::int64_t> fewest;  ///< blocks
  std::vector<bool> used;
};

/// Chooses who has units, so that the makespan is `time`.
Bounded chosen(double time, const Blocks& blocks) {
  const std::size_t n = blocks.models.size();
  Bounded result{std::vector<std::int64_t>(n), std::vector<std::int64_t>(n), std::vector<bool>(n)};
  std::size_t end = n;
  if (blocks.rest > 0) {
    end = static_cast<std::size_t>(last_by(time, blocks));
    result.units[end] = blocks.rest;
    result.fewest[end] = blocks.least_of_last;
    result.used[end] = true;
  }
  std::vector<std::pair<std::int64_t, std::size_t>> able;  // minus blocks, and who
  for (std::size_t i = 0; i < end; ++i)
    if (const std::int64_t own = blocks.by(time, i); own >= blocks.least) able.emplace_back(-own, i);
  const std::size_t most = blocks.most_used();
  if (able.size() > most) {
    std::ranges::nth_element(able, able.begin() + static_cast<std::ptrdiff_t>(most));
    able.resize(most);
  }
  for (const auto& [own, i] : able) {
    result.fewest[i] = blocks.least == 1 ? 0 : blocks.least;
    result.used[i] = true;
  }
  return result;
}

/// Shares the blocks one by one to who ends its next one earliest.
std::vector<std::int64_t> level(const Blocks& blocks, const Bounded& bounded, double from) {
  const std::size_t n = blocks.models.size();
  const auto own = [&](std::size_t i, double time) {
    return bounded.used[i] ? std::max(bounded.fewest[i], blocks.by(time, i, bounded.units[i])) : 0;
  };
  const auto [below, least] = least_time(
      [&](double time) {
        Wide sum = 0;
        for (std::size_t i = 0; i < n && sum < blocks.all; ++i) sum += own(i, time);
        return sum >= blocks.all;
      },
      from);
  // All that a processor does below the least time it has. What is left ends at the least time, wherever it goes: it
  // is shared in proportion to the room, which is more than one block only where rounding hides the time of a block,
  // then goes to the lowest indices.
  std::vector<std::int64_t> share(n), room(n);
  Wide left = blocks.all, all_room = 0;
  for (std::size_t i = 0; i < n; ++i) {
    share[i] = below == least ? bounded.fewest[i] : own(i, below);
    room[i] = own(i, least) - share[i];
    left -= share[i];
    all_room += room[i];
  }
  const Wide all_left = left;
  for (std::size_t i = 0; i < n; ++i) {
    if (room[i] <= 1) continue;
    const auto part = static_cast<std::int64_t>(all_left * room[i] / all_room);
    share[i] += part;
    room[i] -= part;
    left -= part;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto part = static_cast<std::int64_t>(std::min<Wide>(left, room[i]));
    share[i] = (share[i] + part) * blocks.size + bounded.units[i];
    left -= part;
  }
  return share;
}

}  // namespace

std::optional<std::vector<std::int64_t>> least_makespan(std::int64_t count, std::span<const TimeModel> models,
                                                        const Limits& limits) {
  const Blocks blocks(count, models, limits);
  const auto by = [&](double time) { return last_by(time, blocks) >= 0; };
  if (!by(never)) return {};
  const double bound = divisible_bound(count, models, blocks.most) * (1 - 1e-9);
  if (blocks.least == 1 && blocks.rest == 0) {
    const std::vector<std::int64_t> none(models.size());
    return level(blocks, {none, none, std::vector<bool>(models.size(), true)}, bound);
  }
  const Bracket time = least_time(by, bound);
  return level(blocks, chosen(time.least, blocks), time.below);
}

double makespan(std::span<const std::int64_t> count, std::span<const TimeModel> models) {
  double most = 0;
  for (std::size_t i = 0; i < count.size(); ++i)
    most = std::max(most, models[i].seconds(static_cast<double>(count[i])));
  return most;
}

double divisible_bound(std::int64_t count, std::span<const TimeModel> models, std::span<const std::int64_t> most) {
  const auto all = static_cast<double>(count);
  return least_time([&](double time) {
           double sum = 0;
           for (std::size_t i = 0; i < models.size() && sum < all; ++i)
             sum += models[i].divisible_units_by(time, static_cast<double>(most[i]));
           return sum >= all;
         })
      .least;
}

}  // namespace uneven::shares
