// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "collective/allreduce.hpp"
#include "reduction/prediction.hpp"
#include "reduction/rank_order.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"
#include "simulate/replay.hpp"
#include "speeds/derived.hpp"
#include "statistics/share.hpp"

namespace uneven::reduction {
namespace {

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t operation_limits[] = {any, 4, 3, 2, 1};

constexpr std::int64_t most_segments = 4096;
constexpr std::int64_t least_piece = 512;  // doubles: shorter pieces cost more to send than to fill a link with
constexpr double worth_hops = 0.8;         // part of a star's time: trees of several hops take longer than predicted
constexpr double worth_pieces = 0.85;      // part of the time with fewer pieces, if those are already eager messages
constexpr std::int64_t unasked_piece = collective::segment_bytes / 8;
constexpr std::int64_t few_processors = 1 << 16;  // beyond, the trials would take longer than they save

/// The least number of pieces that are all eager messages, which MPI sends without asking the receiver.
std::int64_t unasked_segments(std::int64_t elements) {
  return std::min(most_segments, (elements + unasked_piece - 1) / unasked_piece);
}

/// Numbers of pieces to try: 1, 2, 4, ..., and unasked_segments().
std::set<std::int64_t> numbers_of_segments(std::int64_t elements) {
  std::set<std::int64_t> numbers{1};
  for (std::int64_t segments = 2; segments <= std::min(most_segments, elements / least_piece); segments *= 2)
    numbers.insert(segments);
  numbers.insert(unasked_segments(elements));
  return numbers;
}

/// The vectors to join, and the speeds.
struct Problem {
  const document::Speeds& speeds;
  std::int64_t processors, elements, arity;

  Model model(std::int64_t segments) const {
    return measured_model(speeds, (elements + segments - 1) / segments, arity);
  }

  Model model_within(std::int64_t segments) const {
    return model_within_host(speeds, (elements + segments - 1) / segments, arity);
  }

  bool shares_hosts() const { return has_shared_hosts(speeds, model(1), processors); }

  /// Joins inside hosts first.
  document::ReductionTree two_level(std::int64_t segments, std::int64_t most_operations) const {
    return finished(two_level_tree(speeds, model(segments), model_within(segments), processors, most_operations),
                    segments);
  }

  document::ReductionTree finished(document::ReductionTree tree, std::int64_t segments) const {
    return of_vectors(std::move(tree), elements, segments, speeds);
  }

  document::ReductionTree tree(std::int64_t segments, std::int64_t most_operations) const {
    return finished(one_item_each_tree(model(segments), processors, most_operations), segments);
  }

  /// The tree for operations that all take as long, the fastest processors near the root. A message costs a processor
  /// the same whatever its speed: where that outweighs additions, this is the faster tree.
  document::ReductionTree even_tree(std::int64_t segments, std::int64_t most_operations) const {
    const Model model = this->model(segments);
    const auto ranks = fastest_first(model, processors).ranks;
    const std::vector<double> times(ranks.size(), model.compute);
    const auto places = earliest_places(times, model.transfer, model.arity, most_operations);
    std::vector<Member> members;
    for (std::size_t q = ranks.size(); q-- > 0;)
      members.push_back({ranks[q], q == 0 ? -1 : ranks[places[q].parent], 1});
    return finished(assemble(model, members, std::ssize(speeds.processors)), segments);
  }

  /// A chain with the slowest processors at its ends, because the ends only send or only receive.
  document::ReductionTree chain(std::int64_t segments) const {
    const Model model = this->model(segments);
    auto ranks = fastest_first(model, processors).ranks;
    if (processors > 1) std::rotate(ranks.begin(), ranks.end() - 2, ranks.end() - 1);
    std::vector<Member> members;
    for (const auto rank : ranks) members.push_back({rank, members.empty() ? -1 : members.back().rank, 1});
    return finished(assemble(model, members, std::ssize(speeds.processors)), segments);
  }

  /// A star. It may be best for short vectors, because only the root sleeps.
  document::ReductionTree star() const {
    const Goal goal{.height = {}, .items = {}, .processors = processors};
    return finished(shaped_tree(model(1), TreeShape::list, goal, true), 1);
  }
};

/// The one that is predicted to be faster; the first of equal ones.
document::ReductionTree faster(document::ReductionTree one, std::optional<document::ReductionTree> other) {
  return other && *other->predicted_s < *one.predicted_s ? std::move(*other) : std::move(one);
}

document::ReductionTree best_by_replay(const Problem& problem) {
  auto best = problem.star();
  double least = worth_hops * *best.predicted_s;
  for (const std::int64_t segments : numbers_of_segments(problem.elements)) {
    auto found = problem.chain(segments);
    for (const std::int64_t operations : operation_limits) {
      auto tree = problem.tree(segments, operations);
      if (*tree.predicted_s < *found.predicted_s) found = std::move(tree);
    }
    found = refined_tree(std::move(found), problem.model(segments), problem.speeds);
    if (*found.predicted_s >= (segments > unasked_segments(problem.elements) ? worth_pieces : 1) * least) continue;
    least = *found.predicted_s;
    best = std::move(found);
  }
  constexpr bool afresh = true;
  best.predicted_s = finite(predicted_seconds(best, problem.elements, problem.speeds, afresh), "predicted seconds");
  return best;
}

/// The formula of predicted_seconds() for many processors, without making the tree.
double seconds(const Problem& problem, std::int64_t segments, std::int64_t most_operations) {
  const Model model = problem.model(segments);
  const Line line = fastest_first(model, problem.processors);
  const auto places = earliest_places(line.times, model.transfer, model.arity, most_operations);
  double pace = problem.processors > 1 ? model.transfer : 0;
  for (const auto& place : places)
    if (place.parent >= 0) pace = std::max(pace, static_cast<double>(place.operation) * line.times[place.parent]);
  return places.back().lag + static_cast<double>(segments - 1) * pace;
}

document::ReductionTree best_by_formula(const Problem& problem) {
  double least = std::numeric_limits<double>::infinity();
  std::pair<std::int64_t, std::int64_t> best;
  const auto consider = [&](std::int64_t segments, std::int64_t operations) {
    const double tried = seconds(problem, segments, operations);
    if (tried >= least) return;
    least = tried;
    best = {segments, operations};
  };
  const bool shares_hosts = problem.shares_hosts();
  for (const std::int64_t segments : numbers_of_segments(problem.elements)) {
    // The formula knows no cards: what it chooses on shared hosts must be short enough to be replayed.
    if (shares_hosts && segments > 1 && !is_replayed(problem.processors, segments, problem.speeds)) continue;
    for (const std::int64_t operations : operation_limits) consider(segments, operations);
    if (problem.processors > few_processors) break;
  }
  return problem.tree(best.first, best.second);
}

/// The fastest of chains and trees of many processors that are short enough to be replayed.
std::optional<document::ReductionTree> best_of_replayed(const Problem& problem) {
  std::optional<document::ReductionTree> best;
  const auto consider = [&](document::ReductionTree tree) {
    if (!best || *tree.predicted_s < *best->predicted_s) best = std::move(tree);
  };
  const bool unequal = !problem.model(1).operation_times.empty();
  for (const std::int64_t segments : numbers_of_segments(problem.elements)) {
    if (!is_replayed(problem.processors, segments, problem.speeds)) break;
    consider(problem.chain(segments));
    for (const std::int64_t operations : operation_limits) {
      consider(problem.tree(segments, operations));
      if (unequal) consider(problem.even_tree(segments, operations));
    }
  }
  return best;
}

/// The fastest of trees that keep the order of ranks.
document::ReductionTree best_in_rank_order(const Problem& problem) {
  auto best = problem.finished(rank_order_list(problem.model(1), problem.processors), 1);
  double least = worth_hops * *best.predicted_s;
  const auto consider = [&](document::ReductionTree tree, std::int64_t segments) {
    tree = problem.finished(std::move(tree), segments);
    if (*tree.predicted_s >= least) return;
    least = *tree.predicted_s;
    best = std::move(tree);
  };
  const bool shares_hosts = problem.shares_hosts();
  for (const std::int64_t segments : numbers_of_segments(problem.elements)) {
    if (segments > 1 && !is_replayed(problem.processors, segments, problem.speeds)) continue;
    for (const std::int64_t operations : operation_limits) {
      consider(rank_order_tree(problem.model(segments), problem.processors, operations), segments);
      if (shares_hosts)
        consider(rank_order_tree_by_host(problem.speeds, problem.model(segments), problem.model_within(segments),
                                         problem.processors, operations),
                 segments);
    }
  }
  return best;
}

/// The fastest tree that joins inside hosts first, of those short enough to be replayed. Nothing if hosts are not
/// shared.
std::optional<document::ReductionTree> best_in_two_levels(const Problem& problem) {
  std::optional<document::ReductionTree> best;
  if (!problem.shares_hosts()) return best;
  for (const std::int64_t segments : numbers_of_segments(problem.elements)) {
    if (segments > 1 && !is_replayed(problem.processors, segments, problem.speeds)) continue;
    for (const std::int64_t operations : operation_limits) {
      auto tree = problem.two_level(segments, operations);
      if (!best || *tree.predicted_s < *best->predicted_s) best = std::move(tree);
    }
  }
  return best;
}

}  // namespace

std::vector<double> operation_times(const std::vector<double>& speeds, double compute) {
  if (speeds.empty() || std::ranges::all_of(speeds, [&](double speed) { return speed == speeds.front(); })) return {};
  const std::vector<double> pace = statistics::scaled(speeds).speed;
  const double mean = std::accumulate(pace.begin(), pace.end(), 0.0) / static_cast<double>(pace.size());
  std::vector<double> times;
  for (const double speed : pace) times.push_back(compute * mean / speed);
  return times;
}

namespace {

/// @param between_hosts  whether the bytes keep the receiver's link busy.
Model model_of(const document::Speeds& speeds, const document::NetworkSpeeds& network, bool between_hosts,
               std::int64_t elements, std::int64_t arity) {
  const double length = static_cast<double>(elements);
  Model model;
  model.arity = arity;
  model.compute = length * *speeds.operation_s_per_element + network.message_s;
  model.transfer = network.latency_s;
  (between_hosts ? model.compute : model.transfer) += 8 * length * network.gap_s_per_byte;
  model.operation_times = operation_times(document::speeds_of(speeds), model.compute);
  return model;
}

}  // namespace

Model measured_model(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity) {
  if (!speeds.network)
    throw InputError("/network: was not measured; expected latency and gap, or give --compute and --transfer");
  if (!speeds.operation_s_per_element)
    throw InputError("/operation_s_per_element: was not measured; expected a time, or give --compute and --transfer");
  return model_of(speeds, *speeds.network, document::between_hosts(speeds), elements, arity);
}

Model model_within_host(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity) {
  constexpr bool between_hosts = false;
  return model_of(speeds, speeds::within_host(*speeds.network), between_hosts, elements, arity);
}

document::ReductionTree pipelined_tree(const document::Speeds& speeds, std::int64_t processors, std::int64_t elements,
                                       std::int64_t arity, bool in_rank_order) {
  const Problem problem{speeds, processors, elements, arity};
  if (in_rank_order) return best_in_rank_order(problem);
  if (processors <= most_replayed) return faster(best_by_replay(problem), best_in_two_levels(problem));
  return faster(faster(best_by_formula(problem), best_of_replayed(problem)), best_in_two_levels(problem));
}

}  // namespace uneven::reduction
