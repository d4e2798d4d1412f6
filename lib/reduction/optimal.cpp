// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? most : result;
}

std::int64_t sum(std::int64_t a, std::int64_t b) { return a > most - b ? most : a + b; }

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (; exponent > 0 && result < most && base > 1; --exponent) result = product(result, base);
  return result;
}

std::int64_t binomial(std::int64_t n, std::int64_t k) {
  if (k < 0 || k > n) return 0;
  k = std::min(k, n - k);
  __int128 result = 1;
  for (std::int64_t j = 1; j <= k; ++j) {
    result = result * (n - k + j) / j;  // C(n-k+j, j): whole, and growing with j
    if (result > most) return most;
  }
  return static_cast<std::int64_t>(result);
}

/// sum_b (i-1)^(b + more_children) C(H_b - fewer, b + more_children)
std::int64_t total(double height, const Model& model, std::int64_t more, std::int64_t fewer) {
  std::int64_t result = 0;
  for (std::int64_t b = 0; result < most; ++b) {
    const auto operations = whole(height - static_cast<double>(b) * model.transfer, model.compute) - fewer;
    if (operations < b + more) break;
    result = sum(result, product(power(model.arity - 1, b + more), binomial(operations, b + more)));
  }
  return result;
}

}  // namespace

std::int64_t items_within(double height, const Model& model) { return sum(1, total(height, model, 1, 0)); }

std::int64_t processors_within(double height, const Model& model) { return total(height, model, 0, 1); }

std::int64_t results_within(double height, const Model& model) {
  return std::max<std::int64_t>(1, total(height, model, 0, 0));
}

double height_for_items(std::int64_t items, const Model& of_any_unit) {
  check(of_any_unit);
  check(Goal{.height = {}, .items = items, .processors = {}}, of_any_unit);
  if (items == 1) return 0;
  const auto [model, exponent] = scaled(of_any_unit);
  // The answer lies in (low, high]; a list on one processor is always possible.
  double low = 0;
  double high = std::ceil(static_cast<double>(items - 1) / static_cast<double>(model.arity - 1)) * model.compute;
  while (high - low > 1e-13 * high) {
    const double middle = (low + high) / 2;
    (items_within(middle, model) >= items ? high : low) = middle;
  }
  // More items become possible only where some b m + a n is reached: the last such time up to `high`.
  double reached = 0;
  for (std::int64_t b = 0;; ++b) {
    const double messages = static_cast<double>(b) * model.transfer;
    const auto operations = whole(high - messages, model.compute);
    if (operations <= b) return std::ldexp(reached, exponent);
    reached = std::max(reached, messages + static_cast<double>(operations) * model.compute);
  }
}

namespace {

constexpr std::int64_t most_items = 9007199254740991;  // 2^53 - 1, the limit of documents

/// Number of equal processors that can each have an operation; more are useless.
std::int64_t useful_processors(const Model& model, const Goal& goal) {
  if (goal.height) return std::max<std::int64_t>(1, processors_within(*goal.height, model));
  if (goal.items) return std::max<std::int64_t>(1, processors_within(height_for_items(*goal.items, model), model));
  return *goal.processors;
}

std::int64_t candidates(const Model& model, const Goal& goal) {
  if (!model.operation_times.empty())
    return goal.processors.value_or(static_cast<std::int64_t>(model.operation_times.size()));
  return std::min(goal.processors.value_or(most_processors + 1), useful_processors(model, goal));
}

std::vector<std::int64_t> operations_within(double height, const std::vector<Place>& places, const Line& line) {
  std::vector<std::int64_t> operations;
  for (std::size_t q = 0; q < places.size(); ++q)
    operations.push_back(std::max<std::int64_t>(0, whole(height - places[q].lag, line.times[q])));
  return operations;
}

/// Operations by processor: exactly `count` in all, in the least time; the first processors with time take them.
std::vector<std::int64_t> first_operations(std::int64_t count, const std::vector<Place>& places, const Line& line) {
  if (count == 0) return std::vector<std::int64_t>(places.size(), 0);
  auto operations = operations_within(end_of_operation(count, places, line.times), places, line);
  for (auto& mine : operations) {
    mine = std::min(mine, count);
    count -= mine;
  }
  return operations;
}

/// The least height at which every processor has time for an operation.
double height_for_all(const std::vector<Place>& places, const Line& line) {
  double height = 0;
  for (std::size_t q = 0; q < places.size(); ++q) height = std::max(height, places[q].lag + line.times[q]);
  return height;
}

}  // namespace

document::ReductionTree optimal_tree(const Model& of_any_unit, const Goal& wanted_of_any_unit) {
  check(of_any_unit);
  check(wanted_of_any_unit, of_any_unit);
  const Scaled unit = scaled(of_any_unit);
  const Model& model = unit.model;
  Goal goal = wanted_of_any_unit;
  if (goal.height) goal.height = unit.in_unit(*goal.height);
  const auto joined = model.arity - 1;  // operands that an operation adds to the partial result
  const auto wanted = (goal.items.value_or(1) - 1 + joined - 1) / joined;
  const auto places_of = [&](const Line& line) { return earliest_places(line.times, model.transfer, model.arity); };
  const auto operations_of = [&](const std::vector<Place>& places, const Line& line) {
    if (goal.items) return first_operations(wanted, places, line);
    return operations_within(goal.height ? *goal.height : height_for_all(places, line), places, line);
  };

  Line line = fastest_first(model, candidates(model, goal));
  improve(line, [&](const Line& tried) {
    const auto places = places_of(tried);
    if (goal.items) return wanted == 0 ? 0.0 : end_of_operation(wanted, places, tried.times);
    if (!goal.height) return height_for_all(places, tried);
    const auto operations = operations_of(places, tried);
    return -static_cast<double>(std::accumulate(operations.begin(), operations.end(), std::int64_t{0}));
  });
  const auto places = places_of(line);
  const auto operations = operations_of(places, line);

  std::vector<std::int64_t> items(places.size(), 1);
  std::int64_t total = 1;
  std::size_t last = 0;
  for (std::size_t q = 0; q < places.size(); ++q) {
    if (operations[q] == 0) continue;
    if (!goal.items && operations[q] > (most_items - total) / joined)
      throw InputError("more than " + std::to_string(most_items) + " items could be joined in this time");
    items[q] += operations[q] * joined;
    total += operations[q] * joined;
    if (q > 0) --items[places[q].parent];  // the parent takes a result in place of an item
    last = q;
  }
  // The last processor has no children, so its first operation can do with fewer operands.
  if (goal.items) items[last] -= total - *goal.items;

  std::vector<Member> members;
  for (std::size_t q = places.size(); q-- > 0;)  // places with less lag are joined later
    if (q == 0 || operations[q] > 0)
      members.push_back({line.ranks[q], q == 0 ? -1 : line.ranks[places[q].parent], items[q]});
  const auto known = static_cast<std::int64_t>(model.operation_times.size());
  const auto used = static_cast<std::int64_t>(members.size());
  return assemble(of_any_unit, members, known > 0 ? known : goal.processors.value_or(used));
}

document::ReductionTree one_item_each_tree(const Model& of_any_unit, std::int64_t processors,
                                           std::int64_t most_operations) {
  check(of_any_unit);
  check(Goal{.height = {}, .items = {}, .processors = processors}, of_any_unit);
  const Model model = scaled(of_any_unit).model;
  Line line = fastest_first(model, processors);
  const auto places_of = [&](const Line& tried) {
    return earliest_places(tried.times, model.transfer, model.arity, most_operations);
  };
  improve(line, [&](const Line& tried) { return places_of(tried).back().lag; });
  const auto places = places_of(line);
  std::vector<Member> members;
  for (std::int64_t q = processors; q-- > 0;)
    members.push_back({line.ranks[q], q == 0 ? -1 : line.ranks[places[q].parent], 1});
  const auto known = static_cast<std::int64_t>(model.operation_times.size());
  auto tree = assemble(of_any_unit, members, std::max(processors, known));
  tree.one_item_each = true;
  return tree;
}

}  // namespace uneven::reduction
