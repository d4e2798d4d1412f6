// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {

Line fastest_first(const Model& model, std::int64_t processors) {
  if (processors > most_processors)
    throw InputError("the tree needs " + std::to_string(processors) + " processors; expected at most " +
                     std::to_string(most_processors));
  Line line;
  line.ranks.resize(model.operation_times.empty() ? processors : model.operation_times.size());
  std::iota(line.ranks.begin(), line.ranks.end(), 0);
  std::ranges::stable_sort(line.ranks, {}, [&](std::int64_t rank) { return model.operation_time(rank); });
  line.ranks.resize(processors);
  for (const auto rank : line.ranks) line.times.push_back(model.operation_time(rank));
  return line;
}

void improve(Line& line, const std::function<double(const Line&)>& cost) {
  const std::size_t p = line.ranks.size();
  if (p > 64 || line.times.front() == line.times.back()) return;
  const auto swap = [&](std::size_t a, std::size_t b) {
    std::swap(line.ranks[a], line.ranks[b]);
    std::swap(line.times[a], line.times[b]);
  };
  double least = cost(line);
  bool better = true;
  for (int round = 0; round < 8 && better; ++round) {
    better = false;
    for (std::size_t a = 0; a + 1 < p; ++a) {
      for (std::size_t b = a + 1; b < p; ++b) {
        if (line.times[a] == line.times[b]) continue;
        swap(a, b);
        const double found = cost(line);
        if (found < least - 1e-12 * std::abs(least)) {
          least = found;
          better = true;
        } else {
          swap(a, b);
        }
      }
    }
  }
}

namespace {

/// The open places of one operation.
struct Opening {
  double lag;
  std::int64_t parent;
  std::int64_t operation;
  std::int64_t left;
  bool operator>(const Opening& other) const { return std::tie(lag, parent) > std::tie(other.lag, other.parent); }
};

}  // namespace

std::vector<Place> earliest_places(const std::vector<double>& times, double transfer, std::int64_t arity,
                                   std::int64_t most_operations) {
  std::vector<Place> places;
  places.reserve(times.size());
  std::priority_queue<Opening, std::vector<Opening>, std::greater<>> open;
  const auto open_operation = [&](std::int64_t parent, std::int64_t operation) {
    if (operation > most_operations) return;
    const double start = places[parent].lag + static_cast<double>(operation) * times[parent];
    open.push({start + transfer, parent, operation, arity - 1});
  };
  for (std::size_t position = 0; position < times.size(); ++position) {
    if (position == 0) {
      places.push_back({});
    } else {
      Opening first = open.top();
      open.pop();
      places.push_back({first.lag, first.parent, first.operation});
      if (--first.left > 0)
        open.push(first);
      else
        open_operation(first.parent, first.operation + 1);
    }
    open_operation(static_cast<std::int64_t>(position), 1);
  }
  return places;
}

namespace {

/// Counts the operations that have ended by a time.
struct Ended {
  const std::vector<Place>& places;
  const std::vector<double>& times;

  std::int64_t of(std::size_t q, double time) const {
    return std::max<std::int64_t>(0, whole(time - places[q].lag, times[q]));
  }
  /// Cut off beyond 2^62.
  std::int64_t by(double time) const {
    constexpr std::int64_t most = std::int64_t{1} << 62;
    std::int64_t count = 0;
    for (std::size_t q = 0; q < places.size() && places[q].lag < time; ++q) count = std::min(most, count + of(q, time));
    return count;
  }
};

/// Narrows (earlier, later], in which the `count`-th operation ends, until few other operations end in it.
/// @return  false if many operations end at the same time, `later`.
bool narrow(double& earlier, double& later, std::int64_t count, const Ended& ended) {
  const std::int64_t few = 4 * std::ssize(ended.places) + 1024;
  while (ended.by(later) - ended.by(earlier) > few) {
    const double middle = earlier + (later - earlier) / 2;
    if (middle <= earlier || middle >= later) return false;
    (ended.by(middle) >= count ? later : earlier) = middle;
  }
  return true;
}

}  // namespace

double end_of_operation(std::int64_t count, const std::vector<Place>& places, const std::vector<double>& times) {
  // `level`: the time at which the active processors would have done `count` divisible operations.
  double rate = 0;
  double owed = static_cast<double>(count);
  double level = 0;
  std::size_t active = 0;
  for (; active < places.size() && (active == 0 || places[active].lag < level); ++active) {
    rate += 1 / times[active];
    owed += places[active].lag / times[active];
    level = owed / rate;
  }
  // With whole operations, each processor is behind by less than one; so the wanted operation ends soon after.
  double latest = level + static_cast<double>(active) / rate;
  const Ended ended{places, times};
  if (!narrow(level, latest, count, ended)) return latest;
  std::vector<double> ends;
  std::int64_t before = 0;
  for (std::size_t q = 0; q < places.size() && places[q].lag < latest; ++q) {
    const auto first = std::max<std::int64_t>(1, ended.of(q, level));
    const auto last = ended.of(q, latest);
    before += first - 1;
    for (auto j = first; j <= last; ++j) ends.push_back(places[q].lag + static_cast<double>(j) * times[q]);
  }
  if (ends.empty()) return latest;
  const auto place = std::clamp<std::int64_t>(count - before - 1, 0, std::ssize(ends) - 1);
  const auto wanted = ends.begin() + place;
  std::nth_element(ends.begin(), wanted, ends.end());
  return *wanted;
}

namespace {

constexpr std::int64_t most_steps = 120000;
constexpr std::int64_t steps_of_a_piece = 3;  // receive, join, send
constexpr double less = 1 - 1e-6;             // an improvement must exceed rounding

struct Shape {
  std::int64_t root = 0;
  std::vector<std::vector<std::int64_t>> children;  // by rank
};

Shape shape_of(const document::ReductionTree& tree, std::size_t ranks) {
  Shape shape{document::root_of(tree), std::vector<std::vector<std::int64_t>>(ranks)};
  for (const auto& node : tree.processors) shape.children[static_cast<std::size_t>(node.processor)] = node.children;
  return shape;
}

void add_members(const Shape& shape, std::int64_t rank, std::int64_t parent, std::vector<Member>& members) {
  members.push_back({rank, parent, 1});
  for (const auto child : shape.children[static_cast<std::size_t>(rank)]) add_members(shape, child, rank, members);
}

bool is_below(const Shape& shape, std::int64_t rank, std::int64_t top) {
  if (rank == top) return true;
  for (const auto child : shape.children[static_cast<std::size_t>(top)])
    if (is_below(shape, rank, child)) return true;
  return false;
}

Shape exchanged(Shape shape, std::int64_t a, std::int64_t b) {
  const auto exchange = [&](std::int64_t& rank) { rank = rank == a ? b : rank == b ? a : rank; };
  std::swap(shape.children[static_cast<std::size_t>(a)], shape.children[static_cast<std::size_t>(b)]);
  for (auto& children : shape.children)
    for (auto& child : children) exchange(child);
  exchange(shape.root);
  return shape;
}

Shape moved(Shape shape, std::int64_t rank, std::int64_t parent, bool first) {
  for (auto& children : shape.children) std::erase(children, rank);
  auto& siblings = shape.children[static_cast<std::size_t>(parent)];
  siblings.insert(first ? siblings.begin() : siblings.end(), rank);
  return shape;
}

/// The moves of processors a and b: see refined_tree().
std::vector<Shape> neighbours(const Shape& shape, std::int64_t a, std::int64_t b) {
  std::vector<Shape> found;
  if (a < b) found.push_back(exchanged(shape, a, b));
  if (!is_below(shape, b, a))
    for (const bool first : {false, true}) found.push_back(moved(shape, a, b, first));
  return found;
}

}  // namespace

document::ReductionTree refined_tree(document::ReductionTree tree, const Model& model, const document::Speeds& speeds) {
  const auto made = [&](const Shape& shape) {
    std::vector<Member> members;
    add_members(shape, shape.root, -1, members);
    return of_vectors(assemble(model, members, std::ssize(speeds.processors)), *tree.elements, tree.segments, speeds);
  };
  std::vector<std::int64_t> ranks;
  for (const auto& node : tree.processors) ranks.push_back(node.processor);
  Shape shape = shape_of(tree, speeds.processors.size());
  std::int64_t trials = most_steps / (steps_of_a_piece * tree.segments * std::ssize(ranks));
  for (bool better = true; better;) {
    better = false;
    for (const auto a : ranks)
      for (const auto b : ranks)
        for (const Shape& neighbour : neighbours(shape, a, b)) {
          if (trials-- <= 0) return tree;
          auto tried = made(neighbour);
          if (*tried.predicted_s >= less * *tree.predicted_s) continue;
          shape = neighbour;
          tree = std::move(tried);
          better = true;
          break;
        }
  }
  return tree;
}

}  // namespace uneven::reduction
