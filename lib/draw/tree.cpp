// SPDX-License-Identifier: MIT
#include "draw/tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/text.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

std::vector<std::size_t> index_of_processors(const document::ReductionTree& tree) {
  std::int64_t largest = -1;
  for (const auto& node : tree.processors) largest = std::max(largest, node.processor);
  std::vector<std::size_t> result(static_cast<std::size_t>(largest + 1), tree.processors.size());
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    result[static_cast<std::size_t>(tree.processors[i].processor)] = i;
  return result;
}

std::vector<Visit> walk(const document::ReductionTree& tree) {
  const auto index = index_of_processors(tree);
  std::vector<Visit> result, ahead;
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    if (!tree.processors[i].parent) ahead.push_back({i, 0, true});
  while (!ahead.empty()) {
    const Visit visit = ahead.back();
    ahead.pop_back();
    result.push_back(visit);
    const auto& children = tree.processors[visit.node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      ahead.push_back({index.at(static_cast<std::size_t>(*child)), visit.depth + 1, child == children.rbegin()});
  }
  return result;
}

namespace {

constexpr double rounding = 1e-9;  ///< of times, relative to one operation

/// What a processor is given: how long an operation takes and when its children's results arrive, in order.
struct Given {
  double operation = 1;
  std::size_t per_operation = 1;  ///< most results that one operation takes
  std::vector<double> arrivals;
};

/// Back to back up to the finish, the last operation first.
std::vector<Stretch> from_the_finish(const document::TreeNode& node, const Given& given) {
  std::vector<Stretch> result;
  double end = node.finish;
  std::int64_t operations = node.operations;
  std::size_t left = node.children.size();  // the first ones are not taken yet
  const auto push = [&](std::int64_t count) {
    result.push_back({end - static_cast<double>(count) * given.operation, end, count, {}});
    end = result.back().start;
    operations -= count;
  };
  while (operations > 0 && left > 0) {
    const auto needed = static_cast<std::int64_t>((left + given.per_operation - 1) / given.per_operation);
    const double later = (end - given.operation - given.arrivals[left - 1]) / given.operation + rounding;
    const auto local = static_cast<std::int64_t>(
        std::floor(std::clamp(later, 0.0, static_cast<double>(std::max<std::int64_t>(operations - needed, 0)))));
    if (local > 0) push(local);
    push(1);
    auto& taken = result.back().children;
    const double before = result.back().start - given.operation * (1 - rounding);
    while (left > 0 && taken.size() < given.per_operation) {
      const bool must = static_cast<std::int64_t>(left) > operations * static_cast<std::int64_t>(given.per_operation);
      if (!must && !taken.empty() && given.arrivals[left - 1] <= before) break;
      taken.insert(taken.begin(), node.children[--left]);
    }
  }
  if (operations > 0) push(operations);
  std::reverse(result.begin(), result.end());
  return result;
}

/// A time that can be told: in a tree that contradicts itself, sums of times may be beyond all numbers.
double told(double time) {
  constexpr double most = std::numeric_limits<double>::max();
  return std::isnan(time) ? 0 : std::clamp(time, -most, most);
}

/// Moves every stretch to where its results have arrived and the one before has ended.
void remove_waiting(std::vector<Stretch>& stretches, const document::TreeNode& node, const Given& given) {
  std::size_t taken = 0;
  double free = 0;
  for (auto& stretch : stretches) {
    const double length = stretch.end - stretch.start;
    double start = free;
    for (std::size_t i = 0; i < stretch.children.size(); ++i) start = std::max(start, given.arrivals[taken++]);
    stretch.start = start;
    stretch.end = free = start + length;
  }
  // Local operands are there from the beginning; their operations may wait for the first result instead of after it.
  if (stretches.size() > 1 && stretches[0].children.empty()) {
    const double length = stretches[0].end - stretches[0].start;
    stretches[0].end = stretches[1].start;
    stretches[0].start = stretches[0].end - length;
  }
  const double early = stretches.empty() ? 0 : node.finish - stretches.back().end;
  for (auto& stretch : stretches) {
    stretch.start = told(stretch.start + early);
    stretch.end = told(stretch.end + early);
  }
}

}  // namespace

std::vector<std::vector<Stretch>> schedule(const document::ReductionTree& tree) {
  const auto index = index_of_processors(tree);
  std::vector<std::vector<Stretch>> result;
  for (const auto& node : tree.processors) {
    const auto rank = static_cast<std::size_t>(node.processor);
    Given given;
    given.operation = rank < tree.operation_times.size() ? tree.operation_times[rank] : tree.compute;
    given.per_operation = static_cast<std::size_t>(std::max<std::int64_t>(tree.arity - 1, 1));
    for (const auto child : node.children)
      given.arrivals.push_back(tree.processors[index.at(static_cast<std::size_t>(child))].finish + tree.transfer);
    result.push_back(from_the_finish(node, given));
    remove_waiting(result.back(), node, given);
  }
  return result;
}

namespace {

std::string title(const document::ReductionTree& tree) {
  std::string line = "reduction tree (" + name_of(tree.shape) +
                     "): " + counted(static_cast<std::size_t>(tree.items), "item") + " on " +
                     counted(tree.processors.size(), "processor") + ", " + finish(tree);
  line += "; an operation takes " + (tree.operation_times.empty() ? time(tree, tree.compute) : "different times") +
          ", a transfer " + time(tree, tree.transfer);
  return tree.arity == 2 ? line : line + ", up to " + std::to_string(tree.arity) + " operands each";
}

/// @param branches  what leads from one line to the others: "├─ └─ │", for ASCII others, or nothing.
enum class Branches { lines, ascii, none };

Listing processor_listing(const document::ReductionTree& tree, Branches branches) {
  Listing result{
      "", {{"processor", true}, {"host", true, 1}, {"finish"}, {"operations", false, 2}, {"items", false, 3}}, {}};
  const bool ascii = branches == Branches::ascii;
  std::vector<std::string> bars;  // what leads past the line, by depth
  for (const auto& visit : walk(tree)) {
    const auto& node = tree.processors[visit.node];
    bars.resize(visit.depth);
    std::string indent;
    for (std::size_t depth = 1; depth < visit.depth; ++depth) indent += bars[depth];
    if (visit.depth > 0) indent += visit.last ? (ascii ? "`- " : "└─ ") : (ascii ? "|- " : "├─ ");
    bars.push_back(visit.last ? "   " : (ascii ? "|  " : "│  "));
    if (branches == Branches::none) indent.clear();
    result.rows.push_back({indent + "P" + std::to_string(node.processor),
                           host(processor(tree.cluster, node.processor), false), time(tree, node.finish),
                           std::to_string(node.operations), span(node.items)});
  }
  return result;
}

Listing level_listing(const document::ReductionTree& tree) {
  struct Level {
    std::int64_t processors = 0, operations = 0;
    double first = 0, last = 0;
  };
  std::map<std::size_t, Level> levels;
  for (const auto& visit : walk(tree)) {
    const auto& node = tree.processors[visit.node];
    Level& level = levels[visit.depth];
    level.first = level.processors == 0 ? node.finish : std::min(level.first, node.finish);
    level.last = std::max(level.last, node.finish);
    level.processors += 1;
    level.operations += node.operations;
  }
  Listing result{"", {{"depth"}, {"processors"}, {"operations"}, {"first finish", false, 1}, {"last"}}, {}};
  for (const auto& [depth, level] : levels)
    result.rows.push_back({std::to_string(depth), std::to_string(level.processors), std::to_string(level.operations),
                           time(tree, level.first), time(tree, level.last)});
  return result;
}

/// When other shapes finish. Who joins the first piece early need not join all of them early.
std::vector<std::string> comparison(const document::ReductionTree& tree) {
  const bool all = !tree.compared_s.empty();
  const auto& compared = all ? tree.compared_s : tree.compared;
  if (compared.empty()) return {};
  std::string line = all                 ? "other shapes have all pieces at:"
                     : tree.segments > 1 ? "other shapes have the first piece at:"
                                         : "other shapes finish at:";
  for (const auto& [shape, finish] : compared)
    line += (line.back() == ':' ? " " : ", ") + shown(shape) + " " + time(tree, finish);
  return {line};
}

}  // namespace

std::string time(const document::ReductionTree& tree, double value) {
  if (tree.unit == document::TimeUnit::second) return seconds(value);
  return short_number(value) + " " + name_of(tree.unit) + (value == 1 ? "" : "s");
}

std::string finish(const document::ReductionTree& tree) {
  if (tree.segments <= 1) return "finish at " + time(tree, tree.finish);
  return "first of " + std::to_string(tree.segments) + " pieces at " + time(tree, tree.finish) +
         (tree.predicted_s ? ", all at " + time(tree, *tree.predicted_s) : "");
}

std::string text(const document::ReductionTree& tree, TextOptions options) {
  const auto branches = options.ascii ? Branches::ascii : Branches::lines;
  std::string result = wrap(printable(title(tree), options.ascii), options.width);
  result += listed(
      {tree.processors.size() > summary_above ? first_of(level_listing(tree)) : processor_listing(tree, branches)},
      options);
  for (const std::string& line : comparison(tree)) result += "\n" + wrap(printable(line, options.ascii), options.width);
  return result;
}

Notes notes_of(const document::ReductionTree& tree) {
  return {comparison(tree),
          {tree.processors.size() > summary_above ? level_listing(tree) : processor_listing(tree, Branches::none)}};
}

std::string dot(const document::ReductionTree& tree) {
  std::string result = "digraph reduction {\n  rankdir=BT;\n  node [shape=box];\n";
  for (const auto& node : tree.processors) {
    const auto name = "P" + std::to_string(node.processor);
    result += "  " + name + " [label=\"" + name + "\\nfinish " + time(tree, node.finish) + "\\nitems " +
              span(node.items) + "\"];\n";
  }
  for (const auto& node : tree.processors)
    if (node.parent) result += "  P" + std::to_string(node.processor) + " -> P" + std::to_string(*node.parent) + ";\n";
  return result + "}\n";
}

}  // namespace uneven::draw
