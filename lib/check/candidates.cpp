// SPDX-License-Identifier: MIT
#include "partition/search/candidates.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "check/contradictions.hpp"
#include "partition/cost.hpp"
#include "statistics/share.hpp"

namespace uneven::check {

namespace {

using document::Candidate;
using document::Node;
using document::Partition;
using document::PartitionMethod;

partition::Problem problem_of(const Partition& plan, document::Collective collective) {
  return {plan.network, plan.samples, collective};
}

/// Cost of a partition in elements, Ozawa 2004, eq. (10).
/// @param greatest  max_c width_c phi(k(c))
double elements(const partition::Problem& problem, double greatest, std::int64_t columns) {
  const auto [within, between] = partition::weights_of(problem);
  return within * greatest + between * partition::phi(problem.collective, columns);
}

/// Scale of the rounding of `elements`, for Comparison: planners round a column's cost to a whole unit of whole speeds,
/// about 2^-60 of all.
double scale_of(const partition::Problem& problem) {
  constexpr double units_over_rounding = 1e-4;
  return units_over_rounding * partition::weights_of(problem).within;
}

/// Cost of the plan's columns in elements. They are the columns before rounding, unless rounding left a processor out.
double elements_of(const Partition& plan, bool speeds_known) {
  const auto problem = problem_of(plan, plan.collective);
  const auto share = statistics::exact_shares(document::speeds_of(plan.cluster));
  const bool by_speed = speeds_known && plan.method == PartitionMethod::columns;
  double greatest = 0, all = 0;
  for (const auto& column : plan.columns) {
    double width = column.width;
    if (by_speed) width = 0;
    for (const std::int64_t processor : column.processors)
      if (by_speed) width += share[static_cast<std::size_t>(processor)];
    greatest = std::max(greatest, width * partition::phi(problem.collective, std::ssize(column.processors)));
    all += width;
  }
  return elements(problem, greatest / all, std::ssize(plan.columns));
}

/// Whether the plan was written by hand, without costs.
bool is_blank(const Partition& plan) {
  const auto& p = plan.predicted;
  return p.elements == 0 && p.lower_bound == 0 && p.imbalance == 0 && plan.candidates.empty();
}

/// Whether the plan may have been made of this candidate.
bool may_be(const Candidate& row, const Partition& plan) {
  return row.method == plan.method && row.order == plan.order && row.collective == plan.collective &&
         row.small_group == plan.small_group && row.columns >= std::ssize(plan.columns) &&
         agree(row.elements, plan.predicted.elements) &&
         (!row.seconds || !plan.predicted.seconds || agree(*row.seconds, *plan.predicted.seconds));
}

/// How many processors the partition was made for, if that is all or all that it uses.
std::optional<std::int64_t> processors_of(const Partition& plan) {
  const std::int64_t used = std::ssize(plan.rectangles), all = std::ssize(plan.cluster);
  if (used == all) return all;
  const auto made_for = [&](std::int64_t count, std::int64_t most_columns) {
    return std::ranges::any_of(plan.candidates, [&](const Candidate& row) {
      return row.processors == count && row.columns <= most_columns && may_be(row, plan);
    });
  };
  if (made_for(used, std::ssize(plan.columns))) return used;
  if (made_for(all, all)) return all;
  return std::nullopt;
}

/// Candidates of the processors that the partition was made for.
class Rows {
 public:
  /// @param ascending  their whole speeds, shape [N].
  Rows(const Partition& plan, std::vector<std::int64_t> ascending)
      : plan_(plan), ascending_(std::move(ascending)), prefix_(ascending_.size() + 1, 0) {
    for (std::size_t i = 0; i < ascending_.size(); ++i)
      prefix_[i + 1] = prefix_[i] + static_cast<double>(ascending_[i]);
    for (const auto& [collective, name] : table_of(plan.collective))
      bounds_.emplace(collective, partition::LowerBound(ascending_, problem_of(plan, collective)));
  }

  void check(const Candidate& row, Comparison found) const {
    if (row.columns < 1 || row.columns > std::ssize(ascending_))
      return found.fault("columns", "found " + std::to_string(row.columns) +
                                        "; expected 1 to the number of processors, " +
                                        std::to_string(ascending_.size()));
    const auto problem = problem_of(plan_, row.collective);
    const double bound = bounds_.at(problem.collective).elements(row.columns);
    found.number("lower_bound", bound);
    if (row.sizes.empty()) return;
    if (row.order == document::Order::free && row.method == PartitionMethod::columns)
      found.at_least("elements", bound, scale_of(problem));
    else
      found.number("elements", elements(problem, greatest(row, problem), row.columns), scale_of(problem));
  }

 private:
  /// max_c width_c phi(k(c)) of columns that take the processors as they come.
  double greatest(const Candidate& row, const partition::Problem& problem) const {
    double widest = 0, all = 0;
    std::size_t next = 0;
    for (const std::int64_t size : row.sizes) {
      const std::size_t end = next + static_cast<std::size_t>(size);
      double width = prefix_[end] - prefix_[next];
      if (row.method == PartitionMethod::grid) width = static_cast<double>(ascending_[next]);  // as its slowest
      if (row.method == PartitionMethod::equal) width = 1;
      widest = std::max(widest, width * partition::phi(problem.collective, size));
      all += width;
      next = end;
    }
    return widest / all;
  }

  const Partition& plan_;
  std::vector<std::int64_t> ascending_;
  std::vector<double> prefix_;  ///< sums of the first, shape [N + 1]
  std::map<partition::Collective, partition::LowerBound> bounds_;
};

/// Whole speeds of the processors that the partition was made for, ascending.
std::vector<std::int64_t> speeds_of(const Partition& plan, std::int64_t processors) {
  const auto all = partition::whole_speeds(document::speeds_of(plan.cluster));
  std::vector<std::int64_t> speeds;
  if (processors == std::ssize(all)) {
    speeds = all;
  } else {
    for (const auto& rectangle : plan.rectangles) speeds.push_back(all[static_cast<std::size_t>(rectangle.processor)]);
  }
  std::ranges::sort(speeds);
  return speeds;
}

std::string pointer_to(std::size_t row) { return "/candidates/" + std::to_string(row); }

/// Each way to partition is weighed once.
void check_repetitions(const Partition& plan, document::Faults& faults) {
  const auto way = [](const Candidate& row) {
    return std::tie(row.method, row.columns, row.sizes, row.order, row.small_group, row.collective, row.processors);
  };
  std::map<decltype(way(plan.candidates[0])), std::size_t> seen;  // and where
  for (std::size_t i = 0; i < plan.candidates.size(); ++i)
    if (const auto [first, fresh] = seen.emplace(way(plan.candidates[i]), i); !fresh)
      faults.add(pointer_to(i), "repeats " + pointer_to(first->second) + "; expected each candidate once");
}

/// What a row says by itself, and that rows alike but for their columns ascend.
void check_rows(const Partition& plan, document::Faults& faults) {
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const Candidate& row = plan.candidates[i];
    const std::int64_t sum = std::accumulate(row.sizes.begin(), row.sizes.end(), std::int64_t{0}, [](auto a, auto b) {
      return std::min<std::int64_t>(a, 1'000'000'000'000) + std::min<std::int64_t>(b, 1'000'000'000'000);
    });
    if (!row.sizes.empty() && std::ssize(row.sizes) != row.columns)
      faults.add(pointer_to(i) + "/sizes", "found " + std::to_string(row.sizes.size()) + "; expected one for each of " +
                                               std::to_string(row.columns) + " columns");
    if (!row.sizes.empty() && row.processors > 0 && (sum != row.processors || std::ranges::min(row.sizes) < 1))
      faults.add(pointer_to(i) + "/sizes",
                 "expected at least 1 each, " + std::to_string(row.processors) + " processors together");
    if (i == 0) continue;
    const Candidate& before = plan.candidates[i - 1];
    if (before.method == row.method && before.order == row.order && before.collective == row.collective &&
        before.processors == row.processors && before.columns > row.columns)
      faults.add(pointer_to(i) + "/columns", "found " + std::to_string(row.columns) + " after " +
                                                 std::to_string(before.columns) + "; expected ascending columns");
  }
}

}  // namespace

void check_candidates(const Partition& plan, document::Faults& faults) {
  check_rows(plan, faults);
  check_repetitions(plan, faults);
}

void check_costs(const Partition& plan, const Node& json, bool speeds_known, document::Faults& faults) {
  check_candidates(plan, faults);
  if (!faults.empty() || is_blank(plan)) return;
  Comparison predicted(json["predicted"], "/predicted", faults);
  const bool told = predicted.number_at("elements");
  const auto chosen = std::ranges::any_of(plan.candidates, [&](const Candidate& row) { return may_be(row, plan); });
  if (told && !plan.candidates.empty() && !chosen)
    predicted.fault("elements",
                    "found " + digits(plan.predicted.elements) +
                        "; no candidate of the plan's method, order and collective has these and its seconds");
  const auto processors = processors_of(plan);
  if (processors == std::ssize(plan.rectangles))
    predicted.number("elements", elements_of(plan, speeds_known), scale_of(problem_of(plan, plan.collective)));
  if (!speeds_known) return;
  predicted.number("imbalance", partition::imbalance(plan), 1);
  if (!processors) {
    const partition::LowerBound bound(speeds_of(plan, std::ssize(plan.rectangles)), problem_of(plan, plan.collective));
    if (plan.method == PartitionMethod::columns) predicted.at_least("elements", bound.elements());
    return;
  }
  const auto ascending = speeds_of(plan, *processors);
  predicted.number("lower_bound", partition::LowerBound(ascending, problem_of(plan, plan.collective)).elements());
  const Rows rows(plan, ascending);
  for (std::size_t i = 0; i < plan.candidates.size(); ++i)
    if (plan.candidates[i].processors == *processors)
      rows.check(plan.candidates[i], Comparison(json["candidates"].items()[i], pointer_to(i), faults));
}

}  // namespace uneven::check
