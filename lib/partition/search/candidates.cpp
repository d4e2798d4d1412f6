// SPDX-License-Identifier: MIT
#include "partition/search/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "partition/cost.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/search/methods.hpp"
#include "speeds/derived.hpp"
#include "statistics/share.hpp"

namespace uneven::partition {

namespace {

constexpr std::int64_t most_listed = 256;  // up to this many processors, every C is listed
constexpr std::int64_t most_free = 64;     // up to this many, every C is tried in free order
constexpr std::int64_t free_neighbours = 4;
constexpr std::size_t most_sizes = 4096;
constexpr double column_growth = 1.25;

std::vector<std::int64_t> whole_of(const std::vector<std::int64_t>& processors, const Cluster& cluster) {
  std::vector<std::int64_t> whole;
  whole.reserve(processors.size());
  for (const std::int64_t processor : processors) whole.push_back(cluster.whole[processor]);
  return whole;
}

/// Methods "grid" and "equal": the processors in the order in which they fill the grid, and the speeds that shape it.
struct GridInput {
  std::vector<std::int64_t> processors;
  std::vector<std::int64_t> speeds;
};

GridInput grid_input(document::PartitionMethod method, std::int64_t count, const Cluster& cluster) {
  GridInput input{cluster.fastest(count), cluster.whole};
  if (method == document::PartitionMethod::equal) {
    std::sort(input.processors.begin(), input.processors.end());
    std::fill(input.speeds.begin(), input.speeds.end(), 1);
  }
  return input;
}

class Drafting {
 public:
  Drafting(const Cluster& cluster, const Problem& problem, const Wanted& wanted)
      : cluster_(cluster),
        problem_(problem),
        wanted_(wanted),
        processors_(cluster.fastest(wanted.processors)),
        whole_(whole_of(processors_, cluster)),
        search_(whole_, problem.collective),
        bound_(whole_, problem) {}

  std::vector<Draft> all() {
    sorted();
    if (wanted_.free_order) free();
    if (wanted_.grid) grids(document::PartitionMethod::grid);
    if (wanted_.equal) grids(document::PartitionMethod::equal);
    return std::move(drafts_);
  }

 private:
  void add(document::PartitionMethod method, std::int64_t columns, document::Order order, Wide maximum,
           std::int64_t total, std::vector<std::int64_t> sizes, Arrangement free_columns = {}) {
    Draft draft;
    draft.row.method = method;
    draft.row.columns = columns;
    if (sizes.size() <= most_sizes) draft.row.sizes = std::move(sizes);
    draft.row.order = order;
    draft.row.collective = problem_.collective;
    draft.row.processors = wanted_.processors;
    draft.row.elements = elements(problem_, maximum, total, columns);
    draft.row.lower_bound = bound_.elements(columns);
    draft.maximum = maximum;
    draft.free_columns = std::move(free_columns);
    drafts_.push_back(std::move(draft));
  }

  void sorted() {
    std::set<std::int64_t> numbers;
    if (wanted_.processors <= most_listed && wanted_.every_column) {
      for (std::int64_t columns = 1; columns <= wanted_.processors; ++columns) numbers.insert(columns);
    } else {
      for (const Visited& visited : sweep(search_, problem_)) numbers.insert(visited.columns);
      if (wanted_.many_columns) {
        for (double columns = 1; columns <= static_cast<double>(wanted_.processors);
             columns = std::max(columns + 1, columns * column_growth)) {
          numbers.insert(static_cast<std::int64_t>(columns));
        }
      }
      if (wanted_.columns && *wanted_.columns <= wanted_.processors) numbers.insert(*wanted_.columns);
    }
    Wide high = column_cost(problem_.collective, wanted_.processors, search_.total());
    for (const std::int64_t columns : numbers) {
      high = search_.least_maximum(columns, high);
      std::vector<std::int64_t> sizes;
      if (columns <= static_cast<std::int64_t>(most_sizes)) sizes = search_.sizes(columns, high);
      add(document::PartitionMethod::columns, columns, document::Order::sorted, high, search_.total(),
          std::move(sizes));
    }
  }

  bool tried_in_free_order(std::int64_t columns, std::int64_t best) const {
    if (wanted_.columns) return columns == *wanted_.columns;
    if (wanted_.processors <= most_free) return true;
    return std::abs(columns - best) <= free_neighbours;
  }

  void free() {
    const std::size_t count = drafts_.size();
    const auto best = std::min_element(drafts_.begin(), drafts_.end(), [](const Draft& a, const Draft& b) {
                        return a.row.elements < b.row.elements;
                      })->row.columns;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t columns = drafts_[i].row.columns;
      if (!tried_in_free_order(columns, best)) continue;
      const auto start = arrange(processors_, search_.sizes(columns, drafts_[i].maximum));
      Arrangement found = free_order(start, cluster_.whole, problem_.collective);
      const Wide cost = maximum(found, cluster_.whole, problem_.collective);
      std::vector<std::int64_t> sizes;
      for (const auto& column : found) sizes.push_back(static_cast<std::int64_t>(column.size()));
      add(document::PartitionMethod::columns, columns, document::Order::free, cost, search_.total(), std::move(sizes),
          std::move(found));
    }
  }

  void grids(document::PartitionMethod method) {
    const GridInput input = grid_input(method, wanted_.processors, cluster_);
    for (const std::int64_t columns : divisors(wanted_.processors)) {
      const std::int64_t rows = wanted_.processors / columns;
      std::int64_t widest = 0, total = 0;  // each column is as wide as its first, slowest processor
      for (std::int64_t c = 0; c < columns; ++c) {
        const std::int64_t width = input.speeds[input.processors[c * rows]];
        widest = std::max(widest, width);
        total += width;
      }
      // Wider numbers, so that ring's (k - 1) / k is not rounded away where speeds are 1.
      const std::int64_t scale = std::max<std::int64_t>(1, (std::int64_t{1} << 60) / total);
      const Wide cost = column_cost(problem_.collective, rows, widest * scale);
      std::vector<std::int64_t> sizes;
      if (columns <= static_cast<std::int64_t>(most_sizes)) sizes.assign(static_cast<std::size_t>(columns), rows);
      add(method, columns, document::Order::sorted, cost, total * scale, std::move(sizes));
    }
  }

  const Cluster& cluster_;
  const Problem& problem_;
  const Wanted& wanted_;
  std::vector<std::int64_t> processors_;
  std::vector<std::int64_t> whole_;  ///< of processors_
  ColumnsSearch search_;
  LowerBound bound_;
  std::vector<Draft> drafts_;
};

}  // namespace

Cluster::Cluster(std::vector<double> speeds_, const std::vector<bool>& rest)
    : speeds(std::move(speeds_)), whole(whole_speeds(speeds)) {
  speeds = statistics::scaled(speeds).speed;
  std::vector<std::tuple<bool, double, std::int64_t>> order;
  order.reserve(speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i)
    order.emplace_back(rest.empty() || !rest[i], speeds[i], static_cast<std::int64_t>(i));
  std::sort(order.begin(), order.end());
  ranked.reserve(order.size());
  for (const auto& [works, speed, processor] : order) ranked.push_back(processor);
}

std::vector<Draft> drafts(const Cluster& cluster, const Problem& problem, const Wanted& wanted) {
  return Drafting(cluster, problem, wanted).all();
}

Layout layout_of(const Draft& draft, const Cluster& cluster, const Problem& problem) {
  if (draft.row.method != document::PartitionMethod::columns) {
    const GridInput input = grid_input(draft.row.method, draft.row.processors, cluster);
    return grid(input.processors, input.speeds, draft.row.columns);
  }
  Arrangement columns = draft.free_columns;
  if (columns.empty()) {
    const auto processors = cluster.fastest(draft.row.processors);
    const ColumnsSearch search(whole_of(processors, cluster), problem.collective);
    columns = arrange(processors, search.sizes(draft.row.columns, draft.maximum));
  }
  return proportional(columns, cluster.whole);
}

namespace {

ActiveSet crew_of(const document::Speeds& speeds, const std::vector<bool>& rest = {}) {
  return {speeds, Cluster(document::speeds_of(speeds), rest)};
}

}  // namespace

ActiveSets::ActiveSets(const document::Speeds& speeds) : everybody_(crew_of(speeds)) {}

const ActiveSet& ActiveSets::of(std::int64_t count) {
  const document::Speeds& all = everybody_.speeds;
  if (all.shared_machines.empty() || count == std::ssize(all.processors)) return everybody_;
  if (const auto known = smaller_.find(count); known != smaller_.end()) return known->second;
  const std::vector<std::int64_t> working = everybody_.cluster.fastest(count);
  std::vector<bool> rest(all.processors.size(), true);
  for (const std::int64_t processor : working) rest[static_cast<std::size_t>(processor)] = false;
  of_fewer_.push_back(speeds::among_fewer(all, working));
  return smaller_.emplace(count, crew_of(of_fewer_.back(), rest)).first->second;
}

namespace {

constexpr int trials = 5;  // the number of messages jumps with whole chunks, so a later trial may be worse

}  // namespace

std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds) {
  std::vector<double> apparent = document::speeds_of(speeds);
  draft.free_columns = rounded.layout.columns;
  const auto longest_busy = [&](const Rounded& shared) {
    const document::Partition plan = partition_of(shared, problem, speeds);
    const std::vector<double> busy = busy_seconds_per_iteration(plan, speeds);
    for (const document::Rectangle& r : plan.rectangles)
      apparent[static_cast<std::size_t>(r.processor)] = r.cells() / busy[static_cast<std::size_t>(r.processor)];
    return std::ranges::max(busy);
  };
  double least = longest_busy(rounded);
  std::optional<Rounded> best;
  for (int trial = 0; trial < trials; ++trial) {
    Rounded next = round_partition(draft, Cluster(apparent), problem);
    if (next.layout.columns != rounded.layout.columns) break;
    if (const double longest = longest_busy(next); longest < least) {
      least = longest;
      best = std::move(next);
    }
  }
  return best;
}

}  // namespace uneven::partition
