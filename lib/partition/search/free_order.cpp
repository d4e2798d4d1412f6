// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "partition/search/methods.hpp"

namespace uneven::partition {

namespace {

constexpr int most_steps = 10000;
constexpr std::int64_t most_trials = 20'000'000;

struct Member {
  std::int64_t speed, processor;
  auto operator<=>(const Member&) const = default;
};

struct Column {
  std::vector<Member> members;  ///< ascending
  std::int64_t width = 0;
  Wide cost = 0;
};

/// One change to the worst column and another; without `in` the processor moves, with it the two are swapped.
struct Change {
  Wide cost;  ///< the greater of the two columns' costs afterwards
  std::size_t other = 0;
  std::size_t out = 0;  ///< index in the worst column
  std::ptrdiff_t in = -1;
};

class Descent {
 public:
  Descent(const Arrangement& columns, const std::vector<std::int64_t>& speeds, Collective collective)
      : collective_(collective) {
    for (const auto& processors : columns) {
      Column& column = columns_.emplace_back();
      for (const std::int64_t processor : processors) column.members.push_back({speeds[processor], processor});
      std::sort(column.members.begin(), column.members.end());
      refresh(column);
    }
  }

  bool step() {
    const auto worst = std::max_element(columns_.begin(), columns_.end(),
                                        [](const Column& a, const Column& b) { return a.cost < b.cost; });
    Change best{worst->cost};
    for (std::size_t d = 0; d < columns_.size(); ++d) {
      // The other column only grows, so this bounds the result of any change.
      if (columns_[d].cost >= best.cost || &columns_[d] == &*worst) continue;
      weigh_moves(*worst, d, best);
      weigh_swaps(*worst, d, best);
    }
    if (best.cost == worst->cost) return false;
    apply(*worst, best);
    return true;
  }

  std::int64_t trials() const { return trials_; }

  Arrangement arrangement() const {
    Arrangement result;
    for (const Column& column : columns_) {
      auto& processors = result.emplace_back();
      for (const Member& member : column.members) processors.push_back(member.processor);
    }
    return result;
  }

 private:
  Wide cost(std::size_t size, std::int64_t width) const {
    return column_cost(collective_, static_cast<std::int64_t>(size), width);
  }

  void refresh(Column& column) const {
    column.width = 0;
    for (const Member& member : column.members) column.width += member.speed;
    column.cost = cost(column.members.size(), column.width);
  }

  void weigh(const Column& worst, Change change, Change& best) {
    ++trials_;
    const Column& other = columns_[change.other];
    const bool moves = change.in < 0;
    const std::int64_t gain = worst.members[change.out].speed - (moves ? 0 : other.members[change.in].speed);
    change.cost = std::max(cost(worst.members.size() - moves, worst.width - gain),
                           cost(other.members.size() + moves, other.width + gain));
    if (change.cost < best.cost) best = change;
  }

  /// Speed that the worst column should lose so that both cost the same, with the given sizes.
  double balance(const Column& worst, const Column& other, int moves) const {
    const double a = phi(collective_, static_cast<std::int64_t>(worst.members.size()) - moves);
    const double b = phi(collective_, static_cast<std::int64_t>(other.members.size()) + moves);
    return (a * static_cast<double>(worst.width) - b * static_cast<double>(other.width)) / (a + b);
  }

  /// Indices of the members of `column` whose speeds enclose `speed`.
  static std::pair<std::ptrdiff_t, std::ptrdiff_t> around(const Column& column, double speed) {
    const auto above = std::partition_point(column.members.begin(), column.members.end(), [&](const Member& member) {
      return static_cast<double>(member.speed) < speed;
    });
    const std::ptrdiff_t i = above - column.members.begin();
    return {std::max<std::ptrdiff_t>(i - 1, 0), std::min<std::ptrdiff_t>(i, std::ssize(column.members) - 1)};
  }

  void weigh_moves(const Column& worst, std::size_t d, Change& best) {
    if (worst.members.size() < 2) return;
    const auto [low, high] = around(worst, balance(worst, columns_[d], 1));
    weigh(worst, {0, d, static_cast<std::size_t>(low)}, best);
    weigh(worst, {0, d, static_cast<std::size_t>(high)}, best);
  }

  void weigh_swaps(const Column& worst, std::size_t d, Change& best) {
    const double gain = balance(worst, columns_[d], 0);
    for (std::size_t out = 0; out < worst.members.size(); ++out) {
      if (out > 0 && worst.members[out].speed == worst.members[out - 1].speed) continue;
      const auto [low, high] = around(columns_[d], static_cast<double>(worst.members[out].speed) - gain);
      weigh(worst, {0, d, out, low}, best);
      weigh(worst, {0, d, out, high}, best);
    }
  }

  void apply(Column& worst, const Change& change) {
    Column& other = columns_[change.other];
    const Member out = worst.members[change.out];
    worst.members.erase(worst.members.begin() + static_cast<std::ptrdiff_t>(change.out));
    if (change.in >= 0) {
      const Member in = other.members[change.in];
      other.members.erase(other.members.begin() + change.in);
      worst.members.insert(std::upper_bound(worst.members.begin(), worst.members.end(), in), in);
    }
    other.members.insert(std::upper_bound(other.members.begin(), other.members.end(), out), out);
    refresh(worst);
    refresh(other);
  }

  Collective collective_;
  std::vector<Column> columns_;
  std::int64_t trials_ = 0;
};

}  // namespace

Wide maximum(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds, Collective collective) {
  Wide greatest = 0;
  for (const auto& column : columns) {
    std::int64_t width = 0;
    for (const std::int64_t processor : column) width += whole_speeds[processor];
    greatest = std::max(greatest, column_cost(collective, static_cast<std::int64_t>(column.size()), width));
  }
  return greatest;
}

Arrangement free_order(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds,
                       Collective collective) {
  Descent descent(columns, whole_speeds, collective);
  for (int step = 0; step < most_steps && descent.trials() < most_trials; ++step) {
    if (!descent.step()) break;
  }
  return descent.arrangement();
}

}  // namespace uneven::partition
