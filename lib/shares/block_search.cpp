// SPDX-License-Identifier: MIT
#include "shares/block_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace uneven::shares {

CappedCells::CappedCells(std::int64_t cells, std::vector<TimeModel> models, Limits limits)
    : cells_(cells),
      models_(std::move(models)),
      limits_(std::move(limits)),
      most_(limits_.most),
      least_(limits_.least),
      capped_(models_.size()) {}

std::vector<double> CappedCells::sizes() const {
  if (const auto shares = least_makespan(cells_, models_, limits_)) return {shares->begin(), shares->end()};
  std::vector<double> sizes;
  for (const std::int64_t most : limits_.most) sizes.push_back(most < least_ ? 0 : static_cast<double>(most));
  return sizes;
}

void CappedCells::take(std::size_t processor, std::int64_t cells, double part) {
  if (part <= 1 && !capped_[processor]) return;
  capped_[processor] = true;
  const double cap = std::floor(static_cast<double>(cells) / part * (1 - margin_));
  std::int64_t& most = limits_.most[processor];
  most = cap < static_cast<double>(most_[processor]) ? static_cast<std::int64_t>(cap) : most_[processor];
}

void CappedCells::raise_least(std::int64_t smallest) {
  const double times = static_cast<double>(least_) / static_cast<double>(std::max<std::int64_t>(1, smallest));
  const double raised = std::ceil(static_cast<double>(limits_.least) * std::min(times, 2.0) * (1 + margin_));
  limits_.least = static_cast<std::int64_t>(std::min(raised, static_cast<double>(cells_)));
}

namespace {

using document::MatrixPart;
using document::Range;

/// Numbers of a range and of the halo on both sides, from 0 to `end`.
double with_halo(const Range& range, std::int64_t halo, std::int64_t end) {
  const double first = std::max(0.0, static_cast<double>(range.first) - static_cast<double>(halo));
  return std::min(static_cast<double>(end), static_cast<double>(range.end()) + static_cast<double>(halo)) - first;
}

}  // namespace

double BlockMemory::bytes(const MatrixPart& block) const {
  return fixed_bytes +
         cell_bytes * with_halo(block.rows, halo, size.rows) * with_halo(block.columns, halo, size.columns);
}

BlockLimits::BlockLimits(ArraySize size, std::int64_t halo, const Wanted& wanted, std::size_t processors)
    : memory_{size, halo, wanted.memory_per_unit_bytes.value_or(0),
              static_cast<double>(wanted.memory_fixed_bytes.value_or(0))},
      wanted_(wanted),
      cells_(size.rows * size.columns),
      most_(most_of(cells_, wanted, processors)) {}

/// The part that a block takes of what its processor may have; 0 if nothing limits it.
double BlockLimits::part(const MatrixPart& block) const {
  const auto processor = static_cast<std::size_t>(block.processor);
  double part = 0;
  if (!wanted_.most.empty()) part = static_cast<double>(block.cells()) / static_cast<double>(wanted_.most[processor]);
  if (memory_counts(wanted_) && wanted_.memory_bytes[processor])
    part = std::max(part, memory_.bytes(block) / static_cast<double>(*wanted_.memory_bytes[processor]));
  return part;
}

bool BlockLimits::keep(std::span<const MatrixPart> blocks) const {
  return std::ranges::all_of(
      blocks, [&](const MatrixPart& block) { return block.cells() >= wanted_.least && part(block) <= 1; });
}

CappedCells BlockLimits::begin(std::vector<TimeModel> models) const {
  return {cells_, std::move(models), {1, wanted_.least, most_}};
}

void BlockLimits::learn(std::span<const MatrixPart> blocks, CappedCells& cells) const {
  std::int64_t smallest = cells_;
  for (const MatrixPart& block : blocks) {
    cells.take(static_cast<std::size_t>(block.processor), block.cells(), part(block));
    smallest = std::min(smallest, block.cells());
  }
  if (smallest < wanted_.least) cells.raise_least(smallest);
  cells.next_round();
}

void BlockLimits::require_cells() const {
  const std::vector<TimeModel> any(most_.size(), TimeModel(0, 1));
  if (!least_makespan(cells_, any, {1, wanted_.least, most_})) refuse(cells_, wanted_, most_, "cell");
}

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

/// Whether a processor can be the last, with the rest, if those before it do `before` blocks.
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
