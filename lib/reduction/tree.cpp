// SPDX-License-Identifier: MIT
#include "reduction/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text_stream.hpp"
#include "reduction/shapes.hpp"

namespace uneven::reduction {
namespace {

template <typename T>
void require(bool sound, const std::string& name, T found, const std::string& expected) {
  if (sound) return;
  OutputText text;
  text << name << ": " << found << "; expected " << expected;
  throw InputError(text.str());
}

void require_operation_time(const std::string& name, double time) {
  require(std::isfinite(time) && time > 0, name, time, "a finite time > 0");
}

}  // namespace

void check(const Model& model) {
  require_operation_time("compute", model.compute);
  require(std::isfinite(model.transfer) && model.transfer >= 0, "transfer", model.transfer, "a finite time >= 0");
  require(model.arity >= 2, "arity", model.arity, "at least 2 operands");
  for (const double time : model.operation_times) require_operation_time("operation time", time);
}

void check(const Goal& goal, const Model& model) {
  if (goal.height && goal.items) throw InputError("a height and a number of items; expected one of them");
  const auto most = static_cast<std::int64_t>(model.operation_times.size());
  if (!goal.height && !goal.items && !goal.processors && most == 0)
    throw InputError("no size; expected a height, a number of items or a number of processors");
  if (goal.height) require(std::isfinite(*goal.height) && *goal.height >= 0, "height", *goal.height, "a time >= 0");
  if (goal.items) require(*goal.items >= 1, "items", *goal.items, "at least 1");
  if (!goal.processors) return;
  require(*goal.processors >= 1, "processors", *goal.processors, "at least 1");
  require(most == 0 || *goal.processors <= most, "processors", *goal.processors,
          "at most the " + std::to_string(most) + " whose speeds are known");
}

std::int64_t whole(double time, double unit) {
  constexpr double most = 0x1p53;
  const double quotient = std::clamp(time / unit, -most, most);
  const double tolerance = std::min(1e-9 + 1e-12 * std::abs(quotient), 0.25);
  return static_cast<std::int64_t>(std::floor(quotient + tolerance));
}

double Scaled::in_unit(double time) const {
  constexpr double most = 1e290;
  return std::min(std::ldexp(time, -exponent), most);
}

Scaled scaled(const Model& model) {
  const auto& times = model.operation_times;
  Scaled result{model, std::ilogb(times.empty() ? model.compute : *std::ranges::min_element(times))};
  result.model.compute = result.in_unit(model.compute);
  result.model.transfer = result.in_unit(model.transfer);
  for (double& time : result.model.operation_times) time = result.in_unit(time);
  return result;
}

Model model_of(const document::ReductionTree& tree) {
  return {tree.compute, tree.transfer, tree.arity, tree.operation_times};
}

document::ReductionTree assemble(const Model& model, const std::vector<Member>& members, std::int64_t processors) {
  document::ReductionTree tree;
  tree.arity = model.arity;
  tree.compute = model.compute;
  tree.transfer = model.transfer;
  tree.operation_times = model.operation_times;

  std::vector<std::int64_t> index(processors, -1);
  for (const auto& member : members) index[member.rank] = 0;
  for (std::int64_t rank = 0; rank < processors; ++rank) {
    if (index[rank] < 0) {
      tree.left_out.push_back(rank);
    } else {
      index[rank] = static_cast<std::int64_t>(tree.processors.size());
      tree.processors.emplace_back().processor = rank;
    }
  }
  for (const auto& member : members) {
    auto& node = tree.processors[index[member.rank]];
    node.items.count = member.items;
    if (member.parent < 0) continue;
    node.parent = member.parent;
    tree.processors[index[member.parent]].children.push_back(member.rank);
  }
  set_timetable(tree);
  return tree;
}

double finish_of(const Model& model, const std::vector<Member>& members) {
  std::int64_t ranks = 0;
  for (const auto& member : members) ranks = std::max(ranks, member.rank + 1);
  struct Seen {
    std::int64_t children = 0, started = 0;
    double lag = 0;  // of its last operation's end behind the root's, negative
  };
  std::vector<Seen> seen(ranks);
  for (const auto& member : members)
    if (member.parent >= 0) ++seen[member.parent].children;
  double finish = 0;
  for (const auto& member : members) {
    auto& mine = seen[member.rank];
    if (member.parent >= 0) {
      auto& parent = seen[member.parent];
      const auto later = parent.children - ++parent.started;  // siblings that are joined after it
      mine.lag = parent.lag - static_cast<double>(later / (model.arity - 1) + 1) * model.operation_time(member.parent) -
                 model.transfer;
    }
    const auto operations = document::operations_needed(member.items, mine.children, model.arity);
    finish = std::max(finish, static_cast<double>(operations) * model.operation_time(member.rank) - mine.lag);
  }
  return finish;
}

SumTree sum_tree(double compute, double transfer, std::int64_t members) {
  const auto places = earliest_places(std::vector<double>(members, compute), transfer, 2);
  SumTree tree{std::vector<std::int64_t>(members, -1), std::vector<std::vector<std::int64_t>>(members)};
  for (std::int64_t member = members - 1; member > 0; --member) {  // places with less lag are joined later
    tree.parent[member] = places[member].parent;
    tree.children[places[member].parent].push_back(member);
  }
  return tree;
}

SumTree binomial_tree(std::int64_t members) {
  SumTree tree;
  for (int me = 0; me < members; ++me) {
    const auto found = collective::binomial_neighbours(me, static_cast<int>(members));
    tree.parent.push_back(found.parent);
    tree.children.emplace_back(found.children.begin(), found.children.end());
  }
  return tree;
}

SumTree joined_tree(const SumTree& between, const std::vector<SumTree>& inside) {
  SumTree tree;
  std::vector<std::int64_t> first;  // member of each host
  for (const SumTree& host : inside) {
    const auto begin = std::ssize(tree.parent);
    first.push_back(begin);
    for (const auto parent : host.parent) tree.parent.push_back(parent < 0 ? -1 : begin + parent);
    for (const auto& children : host.children) {
      tree.children.emplace_back();
      for (const auto child : children) tree.children.back().push_back(begin + child);
    }
  }
  for (std::size_t host = 0; host < inside.size(); ++host)
    for (const auto child : between.children[host]) {
      tree.children[first[host]].push_back(first[child]);
      tree.parent[first[child]] = first[host];
    }
  return tree;
}

collective::Neighbours neighbours(const SumTree& tree, int me) {
  return {static_cast<int>(tree.parent[me]), {tree.children[me].begin(), tree.children[me].end()}};
}

double reduce_time(const SumTree& tree, double compute, double transfer) {
  std::vector<double> finish(tree.parent.size(), 0);
  for (std::size_t member = finish.size(); member-- > 0;)
    for (const auto child : tree.children[member])
      finish[member] = std::max(finish[member], finish[child] + transfer) + compute;
  return finish.front();
}

double broadcast_time(const SumTree& tree, double send, double transfer) {
  std::vector<double> arrival(tree.parent.size(), 0);
  for (std::size_t member = 0; member < arrival.size(); ++member) {
    double free = arrival[member];
    for (const auto child : tree.children[member] | std::views::reverse) {
      free += send;
      arrival[child] = free + transfer;
    }
  }
  return std::ranges::max(arrival);
}

std::vector<std::int64_t> index_by_processor(const document::ReductionTree& tree) {
  std::vector<std::int64_t> index;
  for (std::size_t k = 0; k < tree.processors.size(); ++k) {
    const auto processor = static_cast<std::size_t>(tree.processors[k].processor);
    if (processor >= index.size()) index.resize(processor + 1, -1);
    index[processor] = static_cast<std::int64_t>(k);
  }
  return index;
}

void set_timetable(document::ReductionTree& tree) {
  const auto index = index_by_processor(tree);
  const auto time = [&](std::int64_t processor) {
    return tree.operation_times.empty() ? tree.compute : tree.operation_times[processor];
  };
  const auto joined = tree.arity - 1;  // operands that an operation adds to the partial result

  std::vector<std::int64_t> pending;  // processors in the order of their items, the next one last
  for (const auto& node : tree.processors)
    if (!node.parent) pending.push_back(node.processor);
  tree.items = 0;
  tree.finish = 0;
  // Until the root's finish is known, `finish` of a processor holds its lag behind the root, negative.
  while (!pending.empty()) {
    auto& node = tree.processors[index[pending.back()]];
    pending.pop_back();
    node.items.first = tree.items;
    tree.items += node.items.count;
    const auto children = static_cast<std::int64_t>(node.children.size());
    node.operations = document::operations_needed(node.items.count, children, tree.arity);
    const double operation_time = time(node.processor);
    tree.finish = std::max(tree.finish, static_cast<double>(node.operations) * operation_time - node.finish);
    for (std::int64_t c = children - 1; c >= 0; --c) {
      const auto from_the_end = (children - 1 - c) / joined + 1;
      auto& child = tree.processors[index[node.children[c]]];
      child.finish = node.finish - static_cast<double>(from_the_end) * operation_time - tree.transfer;
      pending.push_back(child.processor);
    }
  }
  for (auto& node : tree.processors) node.finish += tree.finish;
}

}  // namespace uneven::reduction
