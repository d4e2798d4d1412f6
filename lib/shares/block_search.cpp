// SPDX-License-Identifier: MIT
#include "shares/block_search.hpp"

#include <bit>

namespace uneven::shares {

namespace {

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

/// Blocks of processors that may have some.
struct Able {
  Wide sum = 0;
  std::size_t number = 0;

  void add(std::int64_t own, const BlockProblem& problem) {
    if (own < problem.least) return;
    sum += own;
    ++number;
  }

  /// The blocks of the `most` processors with most of them: all, or at least their part of all.
  Wide at_least(std::size_t most) const {
    return number <= most ? sum : sum * static_cast<Wide>(most) / static_cast<Wide>(number);
  }
};

}  // namespace

double least_time(const std::function<bool(double)>& enough, double guess) {
  if (enough(0)) return 0;
  std::uint64_t low = 0, high = std::bit_cast<std::uint64_t>(never);
  const auto ask = [&](std::uint64_t at) {
    const bool is_enough = enough(std::bit_cast<double>(at));
    (is_enough ? high : low) = at;
    return is_enough;
  };
  if (guess > 0 && guess < never) {
    std::uint64_t step = std::uint64_t{1} << 44;  // of a double: a part of 2^-8 to 2^-9
    if (ask(std::bit_cast<std::uint64_t>(guess)))
      while (high - low > step && ask(high - step)) step *= 4;
    else
      while (high - low > step && !ask(low + step)) step *= 4;
  }
  while (high - low > 1) ask(low + (high - low) / 2);
  return std::bit_cast<double>(high);
}

BlockProblem::BlockProblem(std::int64_t count, std::span<const TimeModel> models_, const Limits& limits)
    : models(models_), size(limits.multiple_of), all(count / size), rest(count % size), most(limits.most) {
  const auto rounded_up = [&](std::int64_t units) { return units <= 0 ? 0 : (units - 1) / size + 1; };
  for (auto& units : most) units = std::min(units, count);
  least = std::max<std::int64_t>(1, rounded_up(limits.least));
  least_of_last = rest == 0 ? 0 : rounded_up(limits.least - rest);
}

BlockSearch::BlockSearch(const BlockProblem& problem)
    : problem_(problem), low_(problem.models.size(), -1), high_(low_.size()), middle_(low_.size()) {}

bool BlockSearch::enough(double time) {
  for (std::size_t i = 0; i < low_.size(); ++i) middle_[i] = low_[i] == high_[i] ? low_[i] : done_by(time, i);
  const bool is_enough = problem_.rest > 0 ? rest_fits() : blocks_fit();
  middle_.swap(is_enough ? high_ : low_);
  return is_enough;
}

std::int64_t BlockSearch::last() {
  middle_ = high_;
  return last_exactly();
}

std::int64_t BlockSearch::done_by(double time, std::size_t i) const {
  const std::int64_t units = problem_.units_by(time, i), own = units / problem_.size;
  return 2 * own + (units - own * problem_.size >= problem_.rest);
}

/// Whether a processor can be the last, with the rest, if those before it do so many blocks.
bool BlockSearch::can_be_last(std::size_t i, Wide before) const {
  const std::int64_t as_last = (middle_[i] - 1) / 2;  // one block less if the rest does not fit in beside all
  return middle_[i] > 0 && as_last >= problem_.least_of_last && before + as_last >= problem_.all;
}

bool BlockSearch::blocks_fit() const {
  Able able;
  for (const std::int64_t done : middle_) able.add(done / 2, problem_);
  if (able.sum < problem_.all) return false;
  if (able.at_least(problem_.most_used()) >= problem_.all) return true;
  TopSum top(problem_.most_used());
  for (const std::int64_t done : middle_)
    if (done / 2 >= problem_.least) top.add(done / 2);
  return top.sum() >= problem_.all;
}

bool BlockSearch::rest_fits() const {
  if (problem_.all < problem_.least_of_last) return false;
  const std::size_t most = problem_.most_used();
  Able able;
  bool may_fit = false;
  for (std::size_t i = 0; i < middle_.size(); ++i) {
    if (can_be_last(i, able.sum)) {
      if (can_be_last(i, able.at_least(most))) return true;
      may_fit = true;
    }
    able.add(middle_[i] / 2, problem_);
  }
  return may_fit && last_exactly() >= 0;
}

/// The highest processor that can be the last; -1 if none can.
std::int64_t BlockSearch::last_exactly() const {
  TopSum top(problem_.most_used());
  const bool all_may = problem_.most_used() == problem_.models.size();
  Wide sum = 0;
  std::int64_t last = -1;
  for (std::size_t i = 0; i < middle_.size(); ++i) {
    if (can_be_last(i, all_may ? sum : top.sum())) last = static_cast<std::int64_t>(i);
    const std::int64_t own = middle_[i] / 2;
    if (own < problem_.least) continue;
    if (all_may)
      sum += own;
    else
      top.add(own);
  }
  return last;
}

}  // namespace uneven::shares
