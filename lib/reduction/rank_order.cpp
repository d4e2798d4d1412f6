// SPDX-License-Identifier: MIT
#include "reduction/rank_order.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::reduction {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Ranks of a group where there are more than most_in_one_range.
constexpr std::size_t group_size = 32;

/// A processor that may hold the joined result of a unit.
struct Candidate {
  std::int64_t rank = 0;
  double time = 0;             ///< of one of its operations
  double ready = 0;            ///< when it has the unit's result
  std::vector<Member> joined;  ///< the others of the unit, each after those that its parent joins before
};

/// Neighbouring ranks whose result one of the candidates holds: at first a single rank.
using Unit = std::vector<Candidate>;

/// G of all ranges of units, see rank_order.hpp. With a limit of operations, a table for each number of them.
class Ranges {
 public:
  Ranges(std::span<const Unit> units, double transfer, std::int64_t most_operations)
      : units_(units), transfer_(transfer) {
    first_.push_back(0);
    for (const Unit& unit : units) {
      for (const Candidate& candidate : unit) holders_.push_back(&candidate);
      first_.push_back(holders_.size());
    }
    const bool limited = most_operations < std::ssize(units) - 1;
    tables_ = limited ? static_cast<std::size_t>(most_operations) + 1 : 1;
    begin_.resize(units.size() * units.size());
    for (std::size_t a = 0, next = 0; a < units.size(); ++a)
      for (std::size_t b = a; b < units.size(); ++b) {
        begin_[a * units.size() + b] = next;
        next += first_[b + 1] - first_[a];
        entries_ = next;
      }
    times_.assign(tables_ * entries_, never);
    least_.resize(begin_.size());
    for (std::size_t length = 1; length <= units.size(); ++length)
      for (std::size_t a = 0; a + length <= units.size(); ++a) fill(a, a + length - 1);
  }

  /// The candidates for holding the result of all. One that is later and slower than another is left out.
  Unit candidates() const {
    Unit all;
    const std::size_t last = units_.size() - 1;
    for (std::size_t p = 0; p < holders_.size(); ++p)
      if (at(tables_ - 1, 0, last, p) < never)
        all.push_back({holders_[p]->rank, holders_[p]->time, at(tables_ - 1, 0, last, p), {}});
    std::ranges::stable_sort(all, {}, [](const Candidate& one) { return std::pair(one.ready, one.time); });
    Unit kept;
    for (Candidate& one : all)
      if (kept.empty() || one.time < kept.back().time) kept.push_back(std::move(one));
    for (Candidate& one : kept) {
      const auto holder = std::ranges::find(holders_, one.rank, &Candidate::rank) - holders_.begin();
      trace(tables_ - 1, 0, last, static_cast<std::size_t>(holder), one.joined);
    }
    return kept;
  }

 private:
  double at(std::size_t table, std::size_t a, std::size_t b, std::size_t p) const {
    return times_[table * entries_ + begin_[a * units_.size() + b] + p - first_[a]];
  }

  double arrival(std::size_t a, std::size_t b) const { return least_[a * units_.size() + b] + transfer_; }

  /// The table that tells of p before its last operation.
  std::size_t before(std::size_t table) const { return tables_ == 1 ? 0 : table - 1; }

  /// Calls take(end of the operation, a, b, c, d) for each pair of ranges: p has joined a..b, and now joins c..d.
  template <class Take>
  void for_each_last(std::size_t table, std::size_t a, std::size_t b, std::size_t p, Take take) const {
    const auto unit = static_cast<std::size_t>(std::ranges::upper_bound(first_, p) - first_.begin()) - 1;
    const double time = holders_[p]->time;
    for (std::size_t c = a; c < unit; ++c)
      take(std::max(at(before(table), c + 1, b, p), arrival(a, c)) + time, c + 1, b, a, c);
    for (std::size_t c = unit; c < b; ++c)
      take(std::max(at(before(table), a, c, p), arrival(c + 1, b)) + time, a, c, c + 1, b);
  }

  void fill(std::size_t a, std::size_t b) {
    double& least = least_[a * units_.size() + b] = never;
    for (std::size_t p = first_[a]; p < first_[b + 1]; ++p)
      for (std::size_t table = 0; table < tables_; ++table) {
        double& found = times_[table * entries_ + begin_[a * units_.size() + b] + p - first_[a]];
        if (a == b)
          found = holders_[p]->ready;
        else if (tables_ == 1 || table > 0)
          for_each_last(table, a, b, p, [&](double end, auto...) { found = std::min(found, end); });
        least = std::min(least, found);
      }
  }

  /// Adds all of a..b but p, each after those that its parent joins before.
  void trace(std::size_t table, std::size_t a, std::size_t b, std::size_t p, std::vector<Member>& joined) const {
    if (a == b) {
      joined.insert(joined.end(), holders_[p]->joined.begin(), holders_[p]->joined.end());
      return;
    }
    const double end = at(table, a, b, p);
    bool found = false;
    for_each_last(table, a, b, p, [&](double tried, std::size_t c, std::size_t d, std::size_t e, std::size_t f) {
      if (found || tried != end) return;
      found = true;
      trace(before(table), c, d, p, joined);
      std::size_t other = first_[e];
      while (at(tables_ - 1, e, f, other) != least_[e * units_.size() + f]) ++other;
      trace(tables_ - 1, e, f, other, joined);
      joined.push_back({holders_[other]->rank, holders_[p]->rank, 1});
    });
  }

  std::span<const Unit> units_;
  double transfer_;
  std::vector<const Candidate*> holders_;  ///< candidates of all units
  std::vector<std::size_t> first_;         ///< holder of each unit, and one past the last
  std::vector<std::size_t> begin_;         ///< entry of each range a, b
  std::size_t tables_ = 1, entries_ = 0;
  std::vector<double> times_;  ///< shape [tables_][entries_]
  std::vector<double> least_;  ///< G(a, b)
};

/// One unit for each group [begin, ends(begin)) of units.
template <class Ends>
std::vector<Unit> joined_groups(const std::vector<Unit>& units, double transfer, std::int64_t most_operations,
                                Ends ends) {
  std::vector<Unit> joined;
  for (std::size_t begin = 0; begin < units.size();) {
    const std::size_t end = ends(begin);
    joined.push_back(Ranges(std::span(units).subspan(begin, end - begin), transfer, most_operations).candidates());
    begin = end;
  }
  return joined;
}

/// Gives every processor the item of its rank, in place of those that follow one another down the tree.
document::ReductionTree numbered_by_rank(document::ReductionTree tree) {
  finite(tree.finish, "finish");
  std::int64_t item = 0;
  for (auto& node : tree.processors) node.items.first = item++;
  tree.one_item_each = true;
  return tree;
}

/// @param transfer  in the unit of the units' times.
document::ReductionTree assembled(const Model& model, std::vector<Unit> units, double transfer, std::int64_t processors,
                                  std::int64_t most_operations) {
  while (std::ssize(units) > most_in_one_range)
    units = joined_groups(units, transfer, most_operations,
                          [&](std::size_t begin) { return std::min(begin + group_size, units.size()); });
  const Candidate best = Ranges(units, transfer, most_operations).candidates().front();
  std::vector<Member> members{{best.rank, -1, 1}};
  members.insert(members.end(), best.joined.begin(), best.joined.end());
  return numbered_by_rank(assemble(model, members, std::max(processors, std::ssize(model.operation_times))));
}

void require_two_operands(const Model& model) {
  if (model.arity != 2)
    throw InputError("arity: " + std::to_string(model.arity) + "; expected 2 in a tree that keeps the order of ranks");
}

std::vector<Unit> units_of(const Model& model, std::int64_t processors) {
  std::vector<Unit> units;
  for (std::int64_t rank = 0; rank < processors; ++rank) units.push_back({{rank, model.operation_time(rank), 0, {}}});
  return units;
}

/// For equal processors: the processor with item i becomes rank i.
document::ReductionTree relabelled(const Model& model, const document::ReductionTree& tree) {
  std::vector<std::int64_t> item(tree.processors.size());
  for (const auto& node : tree.processors) item[node.processor] = node.items.first;
  std::vector<Member> members;
  for (const auto& node : tree.processors) {
    if (!node.parent) members.push_back({item[node.processor], -1, 1});
    for (const auto child : node.children) members.push_back({item[child], item[node.processor], 1});
  }
  return assemble(model, members, std::ssize(members));
}

}  // namespace

document::ReductionTree rank_order_tree(const Model& model, std::int64_t processors, std::int64_t most_operations) {
  check(model);
  check(Goal{.height = {}, .items = {}, .processors = processors}, model);
  require_two_operands(model);
  if (model.operation_times.empty()) {
    auto tree = relabelled(model, one_item_each_tree(model, processors, most_operations));
    tree.one_item_each = true;
    return tree;
  }
  const Model in_unit = scaled(model).model;
  return assembled(model, units_of(in_unit, processors), in_unit.transfer, processors, most_operations);
}

document::ReductionTree rank_order_list(const Model& model, std::int64_t processors) {
  auto tree = shaped_tree(model, TreeShape::list, {.height = {}, .items = {}, .processors = processors}, true);
  auto& root = *std::ranges::find(tree.processors, root_of(tree), &document::TreeNode::processor);
  // Those above the root ascend, then those below it descend.
  const auto at = [&](std::int64_t rank) { return rank > root.processor ? rank - processors : -rank; };
  std::ranges::sort(root.children, {}, at);
  root.finish = 0;  // as set_timetable() expects
  set_timetable(tree);
  return numbered_by_rank(std::move(tree));
}

document::ReductionTree rank_order_tree_by_host(const document::Speeds& speeds, const Model& model, const Model& within,
                                                std::int64_t processors, std::int64_t most_operations) {
  require_two_operands(model);
  const std::vector<int> hosts = document::host_numbers(speeds);
  auto units = joined_groups(units_of(within, processors), within.transfer, most_operations, [&](std::size_t begin) {
    std::size_t end = begin + 1;
    const std::size_t last = std::min(begin + most_in_one_range, static_cast<std::size_t>(processors));
    while (end < last && hosts[end] == hosts[begin]) ++end;
    return end;
  });
  for (Unit& unit : units)
    for (Candidate& candidate : unit) candidate.time = model.operation_time(candidate.rank);
  return assembled(model, std::move(units), model.transfer, processors, most_operations);
}

}  // namespace uneven::reduction
