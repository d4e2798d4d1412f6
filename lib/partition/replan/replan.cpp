// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "document/speeds.hpp"
#include "document/writer.hpp"
#include "partition/memory.hpp"
#include "partition/plan.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/replan/replanner.hpp"
#include "speeds/derived.hpp"

namespace uneven::partition {

namespace {

constexpr double tolerated = 1.2;
constexpr double still_tolerated = 1.1;  // for a processor already slowed: its first window may be partly from before
constexpr double much_faster = 1.5;
constexpr double noise = 0.05;  // as a part of an iteration

/// Planned compute seconds of an iteration, by processor; 0 for a processor without a rectangle.
std::vector<double> planned_seconds(const document::Partition& plan, const document::Speeds& speeds) {
  const WorkTime work(speeds, plan.network);
  std::vector<double> seconds(plan.cluster.size(), 0);
  for (const document::Rectangle& r : plan.rectangles)
    seconds[static_cast<std::size_t>(r.processor)] = work.of(
        static_cast<std::size_t>(r.processor), static_cast<double>(r.hidden.count),
        static_cast<double>(r.samples.count), plan.columns[static_cast<std::size_t>(r.column)].processors.size() > 1);
  return seconds;
}

/// Whether the plan shares whole vectors of hidden units.
bool in_vectors(const document::Partition& plan, std::int64_t width) {
  return std::ranges::all_of(plan.rectangles,
                             [&](const document::Rectangle& r) { return r.hidden.first % width == 0; });
}

Options options_of(const document::Partition& plan, const document::Speeds& speeds, bool by_seconds) {
  Options options;
  options.network = plan.network;
  options.samples = plan.samples;
  options.columns = static_cast<std::int64_t>(plan.columns.size());
  options.processors = static_cast<std::int64_t>(plan.cluster.size());
  options.order = plan.order;
  options.compare = false;
  options.dense = storage_of(plan).dense;
  if (by_seconds) {
    options.objective = Objective::seconds;
    return options;
  }
  if (plan.small_group == 0) options.small_group = 0;
  options.collective = plan.collective;
  if (const std::int64_t width = vector_width(speeds, plan.network); in_vectors(plan, width))
    options.vector_width = width;
  return options;
}

/// What a new plan takes from the one before it.
void keep_origin(document::Partition& made, const document::Partition& plan, bool by_seconds) {
  made.candidates.clear();
  if (!by_seconds) made.trees = plan.trees, made.sums_by_host = plan.sums_by_host;
  made.kernel = plan.kernel;
  made.kernel_options = plan.kernel_options;
  made.data = plan.data;
  made.made_by = plan.made_by;
}

/// A plan for other speeds of the same processors, in as many columns and by the same measure.
std::optional<document::Partition> in_new_columns(const document::Partition& plan, const document::Speeds& speeds,
                                                  bool by_seconds) {
  Options options = options_of(plan, speeds, by_seconds);
  auto found = plan_within_memory(speeds, options);
  if (found && !found->left_out.empty() && options.vector_width > 1) {
    // A processor left out never returns. In single hidden units it may get less than a vector.
    options.vector_width = 1;
    found = plan_within_memory(speeds, options);
  }
  if (found) keep_origin(*found, plan, by_seconds);
  return found;
}

/// Measured over planned seconds, of each processor and in the median. Speeds written by hand may have any unit.
struct Ratios {
  std::vector<double> each;  ///< by processor
  double median = 0;
  double usual = 0;  ///< ratio that counts as on plan: the median, with measured speeds at least 1

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
  found.usual = plan.kernel ? std::max(*median, 1.0) : *median;
  return found;
}

double sum(const document::Speeds& speeds) {
  const std::vector<double> list = speeds_of(speeds);
  return std::accumulate(list.begin(), list.end(), 0.0);
}

/// Whether a search for another plan by seconds, which takes a while, may pay. It may if this plan is predicted to take
/// clearly longer than its planned time plus the time by which perfectly shared work grows.
bool promises(const document::Partition& plan, const document::Speeds& planned, const document::Speeds& now) {
  const double cells = static_cast<double>(plan.samples) * static_cast<double>(plan.network.hidden);
  const double shared_s = replayed_seconds_per_iteration(plan, planned) + cells * (1 / sum(now) - 1 / sum(planned));
  return shared_s < (1 - noise) * replayed_seconds_per_iteration(plan, now);
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
  const bool by_seconds =
      !why_no_seconds(now, plan.network) && within_replay_limit(std::ssize(compute_s), plan.network, plan.samples);
  if (by_seconds ? !promises(plan, planned, now) : plan.balance == Balance::time) return made;
  const auto iteration_s = [&](const document::Partition& of) {
    return by_seconds ? replayed_seconds_per_iteration(of, now) : std::ranges::max(planned_seconds(of, now));
  };
  auto plan_of_now = in_new_columns(plan, now, by_seconds);
  if (!plan_of_now) return made;
  made.plan = std::move(*plan_of_now);
  made.saved_s = (iteration_s(plan) - iteration_s(made.plan)) * ratio.usual;
  return made;
}

bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s) {
  return saved_s > noise * iteration_s && saved_s * static_cast<double>(iterations_left) > move_s;
}

namespace {

constexpr std::int64_t nobody = -1;

/// The speeds of the processors in use. @param number  by processor: its new number; nobody if left out.
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
  return plan;
}

std::optional<document::Partition> without(const document::Partition& plan, const std::vector<std::size_t>& lost) {
  if (!plan.layers.empty()) return std::nullopt;
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
  const document::Speeds speeds = speeds_of_used(std::move(known), number);
  const bool by_seconds = plan.objective == Objective::seconds && !why_no_seconds(speeds, plan.network);
  Options options = options_of(left, speeds, by_seconds);
  options.columns.reset();
  if (by_seconds) options.processors.reset();
  auto made = plan_within_memory(speeds, options);
  if (made) keep_origin(*made, plan, by_seconds);
  return made;
}

}  // namespace uneven::partition
