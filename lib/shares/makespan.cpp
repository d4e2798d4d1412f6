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

/// The least time that is enough, by bisection over the doubles, whose bits stand in their order.
///
/// @param enough  monotone, and true for infinity; asked 64 times, each time between a time that is enough and one that
///   is not.
double least_time(const std::function<bool(double)>& enough) {
  if (enough(0)) return 0;
  std::uint64_t low = 0, high = std::bit_cast<std::uint64_t>(never);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(std::bit_cast<double>(middle)) ? high : low) = middle;
  }
  return std::bit_cast<double>(high);
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

  /// Units of processor i by `time`.
  std::int64_t units_by(double time, std::size_t i) const { return models[i].units_by(time, most[i]); }

  /// Blocks of it, after `units` that are no block; negative if it cannot do these.
  std::int64_t by(double time, std::size_t i, std::int64_t units = 0) const {
    const std::int64_t left = units_by(time, i) - units;
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
    const std::int64_t units = blocks.units_by(time, i), own = units / blocks.size;
    if (blocks.rest > 0 && units >= blocks.rest) {
      const std::int64_t as_last = (units - blocks.rest) / blocks.size;
      if (as_last >= blocks.least_of_last && (all_may ? sum : top.sum()) + as_last >= blocks.all)
        last = static_cast<std::int64_t>(i);
    }
    if (own < blocks.least) continue;
    if (all_may)
      sum += own;
    else
      top.add(own);
  }
  return blocks.rest > 0 ? last : (all_may ? sum : top.sum()) >= blocks.all ? 0 : -1;
}

/// A problem whose shares have a least and a most number of blocks each: what remains is to level the shares.
struct Bounded {
  std::vector<std::int64_t> units;   ///< that are no block, of the processor that takes the rest
  std::vector<std::int64_t> fewest;  ///< blocks
  std::vector<bool> used;
};

/// Chooses the processors that have units, so that the makespan is `time`.
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
  std::vector<std::pair<std::int64_t, std::size_t>> able;  // minus the blocks, and the processor
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

/// The blocks that each processor does by two times. By the first time not all blocks are done. The times approach
/// each other.
class Levels {
 public:
  std::vector<std::int64_t> low, high;  ///< blocks by the two times

  Levels(const Blocks& blocks, const Bounded& bounded)
      : low(bounded.fewest), high(low.size()), blocks_(blocks), bounded_(bounded) {
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
    const bool is_enough = sum >= blocks_.all;
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
    return std::max(bounded_.fewest[i], blocks_.by(time, i, bounded_.units[i]));
  }

  const Blocks& blocks_;
  const Bounded& bounded_;
  std::vector<std::size_t> open_;     ///< processors that do more by the second time
  std::vector<std::int64_t> middle_;  ///< theirs
  Wide settled_ = 0;                  ///< of the others
};

/// Shares the blocks one by one to the processor that ends its next one earliest.
std::vector<std::int64_t> level(const Blocks& blocks, const Bounded& bounded) {
  Levels levels(blocks, bounded);
  least_time([&](double time) { return levels.enough(time); });
  // All blocks that end before the least time are given away. What is left ends at the least time, wherever it goes.
  // It is shared in proportion to the room, which is more than a block only where rounding hides the time of one; then
  // it goes to the lowest indices.
  std::vector<std::int64_t>& share = levels.low;
  Wide left = blocks.all, all_room = 0;
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
    share[i] = (share[i] + part) * blocks.size + bounded.units[i];
  }
  return share;
}

}  // namespace

std::optional<std::vector<std::int64_t>> least_makespan(std::int64_t count, std::span<const TimeModel> models,
                                                        const Limits& limits) {
  const Blocks blocks(count, models, limits);
  const auto by = [&](double time) { return last_by(time, blocks) >= 0; };
  if (!by(never)) return {};
  if (blocks.least == 1 && blocks.rest == 0) {
    const std::vector<std::int64_t> none(models.size());
    return level(blocks, {none, none, std::vector<bool>(models.size(), true)});
  }
  return level(blocks, chosen(least_time(by), blocks));
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
  });
}

}  // namespace uneven::shares
