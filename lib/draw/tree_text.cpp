// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/foreign_text.hpp"
#include "draw/charts.hpp"
#include "draw/text.hpp"
#include "draw/tree.hpp"

namespace uneven::draw {
namespace {

std::string title(const document::ReductionTree& tree) {
  std::string line = "reduction tree (" + name_of(tree.shape) +
                     "): " + counted(static_cast<std::size_t>(tree.items), "item") + " on " +
                     counted(tree.processors.size(), "processor") + ", " + finish(tree);
  line += "; an operation takes " + (tree.operation_times.empty() ? time(tree, tree.compute) : "different times") +
          ", a transfer " + time(tree, tree.transfer);
  return tree.arity == 2 ? line : line + ", up to " + std::to_string(tree.arity) + " operands each";
}

std::vector<std::vector<std::string>> rows_of(const document::ReductionTree& tree, bool ascii) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> bars;  // what leads past the line, by depth
  for (const auto& visit : walk(tree)) {
    const auto& node = tree.processors[visit.node];
    bars.resize(visit.depth);
    std::string indent;
    for (std::size_t depth = 1; depth < visit.depth; ++depth) indent += bars[depth];
    if (visit.depth > 0) indent += visit.last ? (ascii ? "`- " : "└─ ") : (ascii ? "|- " : "├─ ");
    bars.push_back(visit.last ? "   " : (ascii ? "|  " : "│  "));
    rows.push_back({indent + "P" + std::to_string(node.processor), host(processor(tree.cluster, node.processor), ascii),
                    time(tree, node.finish), std::to_string(node.operations), span(node.items)});
  }
  return rows;
}

std::string summary(const document::ReductionTree& tree, TextOptions options) {
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
  std::vector<std::vector<std::string>> rows;
  for (const auto& [depth, level] : levels)
    rows.push_back({std::to_string(depth), std::to_string(level.processors), std::to_string(level.operations),
                    time(tree, level.first), time(tree, level.last)});
  return first_rows({{"depth"}, {"processors"}, {"operations"}, {"first finish", false, 1}, {"last"}}, std::move(rows),
                    options);
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
  std::string result = wrap(printable(title(tree), options.ascii), options.width) + "\n";
  if (tree.processors.size() > summary_above)
    result += summary(tree, options);
  else
    result += table({{"processor", true}, {"host", true, 1}, {"finish"}, {"operations", false, 2}, {"items", false, 3}},
                    rows_of(tree, options.ascii), options);
  // Who joins the first piece early need not join all of them early.
  const bool all = !tree.compared_s.empty();
  const auto& compared = all ? tree.compared_s : tree.compared;
  if (compared.empty()) return result;
  std::string line = all                 ? "other shapes have all pieces at:"
                     : tree.segments > 1 ? "other shapes have the first piece at:"
                                         : "other shapes finish at:";
  for (const auto& [shape, finish] : compared)
    line += (line.back() == ':' ? " " : ", ") + shown(shape) + " " + time(tree, finish);
  return result + "\n" + wrap(printable(line, options.ascii), options.width);
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
