#include "draw/partition.hpp"

#include "draw/cluster.hpp"
#include "draw/number.hpp"
#include "draw/partition_tables.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr double svg_width = 640, svg_height = 440;  // pixels of the unit square

Tiling tiling_of(const document::Partition& plan) {
  Tiling result{"samples", "hidden units", plan.samples, plan.network.hidden, true, {}};
  for (const auto& rectangle : plan.rectangles)
    add_tile(result, rectangle.processor, processor(plan.cluster, rectangle.processor), rectangle.samples,
             rectangle.hidden);
  return result;
}

/// What the plan costs, and how far from the best it is.
std::string prediction(const document::Partition& plan, TextOptions options) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted per iteration: " + whole(predicted.elements) + " elements";
  if (predicted.lower_bound > 0) line += " (lower bound " + whole(predicted.lower_bound) + ")";
  if (predicted.seconds) line += ", " + seconds(*predicted.seconds);
  line += ", imbalance " + percent(predicted.imbalance);
  if (plan.balance == "time") line += " of the work, for balance in time";
  return wrap(line, options.width);
}

std::string left_out(const document::Partition& plan, TextOptions options) {
  if (plan.left_out.empty()) return "";
  constexpr std::size_t named = 20;
  std::string line = "left out:";
  for (std::size_t i = 0; i < plan.left_out.size() && i < named; ++i) line += " P" + std::to_string(plan.left_out[i]);
  if (plan.left_out.size() > named) line += " and " + std::to_string(plan.left_out.size() - named) + " more";
  return wrap(line, options.width);
}

}  // namespace

std::string text(const document::Partition& plan, TextOptions options) {
  std::string result = wrap("partition " + title(plan), options.width) + prediction(plan, options);
  result += left_out(plan, options) + "\n";
  if (plan.rectangles.size() > summary_above) {
    result += summary(plan, options);
  } else {
    const auto tiling = tiling_of(plan);
    result += text(tiling, options) + "\n" + tile_table(tiling, options) + group_table(plan, options);
  }
  return result + candidate_table(plan, options);
}

std::string svg(const document::Partition& plan) { return svg(tiling_of(plan), title(plan), svg_width, svg_height); }

}  // namespace uneven::draw
