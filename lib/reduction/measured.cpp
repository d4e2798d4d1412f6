#include "reduction/measured.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "cluster/replay.hpp"
#include "reduction/line.hpp"
#include "reduction/optimal.hpp"
#include "reduction/places.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"

namespace uneven::reduction {
namespace {

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t most_segments = 4096;
constexpr std::int64_t least_piece = 512;  // doubles: shorter ones cost more to send than to fill a link with
constexpr double worth_hops = 0.9;         // of a star's time: more hops than its one are more than predicted
constexpr auto eager_piece = static_cast<std::int64_t>(cluster::eager_bytes) / 8;
constexpr std::int64_t few_processors = 1 << 16;  // beyond, the trials would take longer than they save

/// 1, 2, 4, ..., and as few as leave pieces that MPI sends without asking the receiver.
std::set<std::int64_t> numbers_of_segments(std::int64_t elements) {
  std::set<std::int64_t> numbers{1};
  for (std::int64_t segments = 2; segments <= std::min(most_segments, elements / least_piece); segments *= 2)
    numbers.insert(segments);
  numbers.insert(std::min(most_segments, (elements + eager_piece - 1) / eager_piece));
  return numbers;
}

struct Pipeline {
  std::int64_t segments = 1;
  std::int64_t most_operations = any;
  double seconds = std::numeric_limits<double>::infinity();
};

double seconds(const Model& model, std::int64_t processors, std::int64_t segments, std::int64_t most_operations) {
  const Line line = fastest_first(model, processors);
  const auto places = earliest_places(line.times, model.transfer, model.arity, most_operations);
  double pace = processors > 1 ? model.transfer : 0;
  for (const auto& place : places)
    if (place.parent >= 0) pace = std::max(pace, static_cast<double>(place.operation) * line.times[place.parent]);
  return places.back().lag + static_cast<double>(segments - 1) * pace;
}

}  // namespace

std::vector<double> operation_times(const std::vector<double>& speeds, double compute) {
  if (speeds.empty() || std::ranges::all_of(speeds, [&](double speed) { return speed == speeds.front(); })) return {};
  const double mean = std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size());
  std::vector<double> times;
  for (const double speed : speeds) times.push_back(compute * mean / speed);
  return times;
}

Model measured_model(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity) {
  if (!speeds.network)
    throw InputError("/network: was not measured; expected latency and gap, or give --compute and --transfer");
  if (!speeds.operation_s_per_element)
    throw InputError("/operation_s_per_element: was not measured; expected a time, or give --compute and --transfer");
  const auto& network = *speeds.network;
  const double length = static_cast<double>(elements);
  const double bytes_s = 8 * length * network.gap_s_per_byte;
  Model model;
  model.arity = arity;
  model.compute = length * *speeds.operation_s_per_element + network.message_s;
  model.transfer = network.latency_s;
  (document::between_hosts(speeds) ? model.compute : model.transfer) += bytes_s;
  std::vector<double> speed;
  for (const auto& processor : speeds.processors) speed.push_back(processor.speed);
  model.operation_times = operation_times(speed, model.compute);
  return model;
}

document::ReductionTree pipelined_tree(const document::Speeds& speeds, std::int64_t processors, std::int64_t elements,
                                       std::int64_t arity) {
  const auto piece = [&](std::int64_t segments) { return (elements + segments - 1) / segments; };
  const auto tree_of = [&](std::int64_t segments, std::int64_t most_operations) {
    auto tree = one_item_each_tree(measured_model(speeds, piece(segments), arity), processors, most_operations);
    tree.shape = "optimal";
    tree.elements = elements;
    tree.segments = segments;
    return tree;
  };
  const bool replayed = processors <= most_replayed;
  document::ReductionTree best;
  Pipeline found;
  if (replayed) {
    // With short vectors a star may be best: nobody but the root sleeps on the way.
    best = shaped_tree(measured_model(speeds, elements, arity), "list",
                       {.height = {}, .items = {}, .processors = processors}, true);
    best.shape = "optimal";
    best.elements = elements;
    best.predicted_s = predicted_seconds(best, elements, speeds);
    found.seconds = worth_hops * *best.predicted_s;
  }
  for (const std::int64_t segments : numbers_of_segments(elements)) {
    for (const std::int64_t operations : {any, std::int64_t{4}, std::int64_t{3}, std::int64_t{2}, std::int64_t{1}}) {
      document::ReductionTree tree;
      if (replayed) tree = tree_of(segments, operations);
      const double tried =
          replayed ? predicted_seconds(tree, elements, speeds)
                   : seconds(measured_model(speeds, piece(segments), arity), processors, segments, operations);
      if (tried >= found.seconds) continue;
      found = {segments, operations, tried};
      best = std::move(tree);
      best.predicted_s = tried;
    }
    if (processors > few_processors) break;
  }
  if (replayed) return best;
  best = tree_of(found.segments, found.most_operations);
  best.predicted_s = predicted_seconds(best, elements, speeds);
  return best;
}

}  // namespace uneven::reduction
