// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "document/speeds.hpp"
#include "document/writer.hpp"
#include "partition/chain/chain.hpp"
#include "partition/plan.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/replan/remade.hpp"
#include "partition/replan/replanner.hpp"
#include "speeds/derived.hpp"

namespace uneven::partition {

namespace {

constexpr double tolerated = 1.2;
constexpr double still_tolerated = 1.1;  // for a processor already slowed: its first window may be partly from before
constexpr double much_faster = 1.5;
constexpr double noise = 0.05;  // as a part of an iteration

/// Measured over planned seconds, of each processor and in the median. Speeds written by hand may have any unit, and
/// those of a network of one hidden layer tell only roughly what the matrices of several take.
struct Ratios {
  std::vector<double> each;  ///< by processor
  double median = 0;
  double usual = 0;  ///< ratio that counts as on plan: the median, with speeds measured for this network at least 1

  std::vector<double> beside_others() const {
    std::vector<double> times;
    for (const double ratio : each) times.push_back(ratio / usual);
    return times;
  }
};

Ratios ratios(const document::Partition& plan, const document::Speeds& speeds, const std::vector<double>& compute_s) {
  const std::vector<double> planned_s = planned_seconds(plan, speeds);
  Ratios found;
  for (std::size_t i = 0; i < compute_s.size(); ++i) found.each.push_back(compute_s[i] / planned_s[i]);
  std::vector<double> sorted = found.each;
  // Lower median: of two processors, the faster one is the reference.
  const auto median = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), median, sorted.end());
  found.median = *median;
  found.usual = plan.kernel && plan.layers.empty() ? std::max(*median, 1.0) : *median;
  return found;
}

double sum(const document::Speeds& speeds) {
  const std::vector<double> list = speeds_of(speeds);
  return std::accumulate(list.begin(), list.end(), 0.0);
}

/// Whether a search for another plan by seconds, which takes a while, may pay. It may if this plan is predicted to take
/// clearly longer than its planned time plus the time by which perfectly shared work grows.
bool promises(const document::Partition& plan, const document::Speeds& planned, const document::Speeds& now) {
  const double longer_s = work_of(plan, planned) * (1 / sum(now) - 1 / sum(planned));
  return iteration_seconds(plan, planned, true) + longer_s < (1 - noise) * iteration_seconds(plan, now, true);
}

}  // namespace

bool Drift::off() const { return slowdown > tolerated; }

Drift farthest_behind(const std::vector<double>& times) {
  const auto farthest = std::ranges::max_element(times);
  return {farthest - times.begin(), *farthest};
}

Drift farthest_behind(const document::Partition& plan, const std::vector<double>& compute_s) {
  return farthest_behind(ratios(plan, known_speeds(plan), compute_s).beside_others());
}

NewPlan replan(const document::Partition& plan, const std::vector<double>& compute_s,
               const std::vector<SpeedBounds>& bounds) {
  const document::Speeds planned = known_speeds(plan);
  const Ratios ratio = ratios(plan, planned, compute_s);
  document::Speeds now = planned;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    const double speed = planned.processors[i].speed;
    const double behind = ratio.each[i] / (ratio.usual * bounds[i].usual);
    if (behind > (speed < bounds[i].first ? still_tolerated : tolerated))
      speeds::slow_down(now.processors[i], behind);
    else if (ratio.each[i] * much_faster < ratio.median)
      speeds::slow_down(now.processors[i],
                        std::min(1.0, std::max(ratio.each[i] / ratio.median, speed / bounds[i].most)));
  }
  NewPlan made{plan, 0, ratio.beside_others()};
  made.plan.candidates.clear();
  const bool by_seconds = anew_by_seconds(plan, now);
  if (by_seconds ? !promises(plan, planned, now) : plan.balance == Balance::time) return made;
  auto plan_of_now = remade(plan, now, by_seconds);
  if (!plan_of_now) return made;
  made.plan = std::move(*plan_of_now);
  made.saved_s =
      (iteration_seconds(plan, now, by_seconds) - iteration_seconds(made.plan, now, by_seconds)) * ratio.usual;
  return made;
}

bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s) {
  return saved_s > noise * iteration_s && saved_s * static_cast<double>(iterations_left) > move_s;
}

namespace {

constexpr std::int64_t nobody = -1;

/// The speeds of the processors in use. @param number  by processor: its new number; `nobody` (-1) if left out.
document::Speeds speeds_of_used(document::Speeds speeds, const std::vector<std::int64_t>& number) {
  const auto number_of = [&](std::int64_t processor) { return number[static_cast<std::size_t>(processor)]; };
  for (auto& processor : speeds.processors) processor.rank = number_of(processor.rank);
  std::erase_if(speeds.processors, [](const auto& processor) { return processor.rank == nobody; });
  for (auto& [cores, processors] : speeds.shared_cores) {
    std::ranges::transform(processors, processors.begin(), number_of);
    std::erase(processors, nobody);
  }
  speeds.shared_machines.clear();  // the speeds already count that the others rest
  return speeds;
}

}  // namespace

document::Partition without_left_out(document::Partition plan) {
  std::vector<std::int64_t> number(plan.cluster.size(), nobody);
  std::vector<document::Processor> cluster;
  const auto keep = [&](std::int64_t processor) {
    number[static_cast<std::size_t>(processor)] = static_cast<std::int64_t>(cluster.size());
    cluster.push_back(plan.cluster[static_cast<std::size_t>(processor)]);
  };
  for (const document::Rectangle& r : plan.rectangles) keep(r.processor);
  for (std::int64_t processor = 0; !plan.layers.empty() && processor < std::ssize(plan.cluster); ++processor)
    if (!std::ranges::count(plan.left_out, processor)) keep(processor);
  const auto renumber = [&](std::int64_t& processor) { processor = number[static_cast<std::size_t>(processor)]; };
  const auto renumber_columns = [&](std::vector<document::Column>& columns) {
    for (document::Column& column : columns)
      std::for_each(column.processors.begin(), column.processors.end(), renumber);
  };
  for (document::Rectangle& r : plan.rectangles) renumber(r.processor);
  renumber_columns(plan.columns);
  for (document::Group& group : plan.groups) std::for_each(group.processors.begin(), group.processors.end(), renumber);
  for (document::Layer& layer : plan.layers) {
    for (document::LayerRectangle& r : layer.rectangles) renumber(r.processor);
    renumber_columns(layer.columns);
    std::for_each(layer.left_out.begin(), layer.left_out.end(), renumber);
    std::erase(layer.left_out, nobody);
  }
  if (!plan.speeds.is_null())
    plan.speeds = document::json_of(speeds_of_used(document::from_json<document::Speeds>(plan.speeds), number));
  plan.left_out.clear();
  plan.cluster = std::move(cluster);
  if (!plan.layers.empty()) plan.predicted.lower_bound = chain_bound(plan).value_or(plan.predicted.lower_bound);
  return plan;
}

std::optional<document::Partition> without(const document::Partition& plan, const std::vector<std::size_t>& lost) {
  document::Partition left = plan;
  left.cluster.clear();
  std::vector<std::int64_t> number(plan.cluster.size(), nobody);
  for (std::size_t i = 0; i < plan.cluster.size(); ++i) {
    if (std::ranges::binary_search(lost, i)) continue;
    number[i] = std::ssize(left.cluster);
    left.cluster.push_back(plan.cluster[i]);
  }
  document::Speeds known = known_speeds(plan);
  for (std::size_t i = 0; i < known.processors.size(); ++i) known.processors[i].rank = static_cast<std::int64_t>(i);
  return remade_for_fewer(left, speeds_of_used(std::move(known), number));
}

}  // namespace uneven::partition
