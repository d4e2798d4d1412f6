#include "partition/replan.hpp"

#include <algorithm>

#include "document/speeds.hpp"
#include "partition/plan.hpp"
#include "partition/realised.hpp"
#include "partition/work_time.hpp"

namespace uneven::partition {

namespace {

constexpr double tolerated = 1.2;
constexpr double still_tolerated = 1.1;  // of who was slow before: what was seen of it may have begun before it was
constexpr double much_faster = 1.5;
constexpr double noise = 0.05;  // of an iteration

/// What the plan knows of how fast its processors work.
document::Speeds known_speeds(const document::Partition& plan) {
  document::Speeds speeds;
  speeds.kernel_options = plan.kernel_options;
  for (const document::Processor& planned : plan.cluster) {
    document::MeasuredProcessor& processor = speeds.processors.emplace_back();
    processor.speed = planned.speed;
    processor.sample_s = planned.sample_s;
    processor.beside_work = planned.beside_work;
    processor.tall_work = planned.tall_work;
  }
  return speeds;
}

/// Seconds that the parts take, by processor; 0 for who has none.
std::vector<double> planned_seconds(const document::Partition& plan, const document::Speeds& speeds) {
  const WorkTime work(speeds, plan.network);
  std::vector<double> seconds(plan.cluster.size(), 0);
  for (const document::Rectangle& r : plan.rectangles)
    seconds[static_cast<std::size_t>(r.processor)] = work.of(
        static_cast<std::size_t>(r.processor), static_cast<double>(r.hidden.count),
        static_cast<double>(r.samples.count), plan.columns[static_cast<std::size_t>(r.column)].processors.size() > 1);
  return seconds;
}

/// Whether the plan shares whole vectors of hidden units, not only by chance: shares by time do not.
bool in_vectors(const document::Partition& plan, std::int64_t width) {
  return plan.balance == "work" && std::ranges::all_of(plan.rectangles, [&](const document::Rectangle& r) {
           return r.hidden.first % width == 0;
         });
}

Options options_of(const document::Partition& plan, const document::Speeds& speeds) {
  Options options;
  if (const std::int64_t width = vector_width(speeds, plan.network); in_vectors(plan, width))
    options.vector_width = width;
  options.network = plan.network;
  options.samples = plan.samples;
  options.columns = static_cast<std::int64_t>(plan.columns.size());
  if (plan.order == "free") options.order = Order::free;
  options.small_group = plan.small_group;
  options.collective = cluster::collective_named(plan.collective);
  return options;
}

/// @param shares  speeds that areas are in proportion to.
/// @param speeds  as known.
document::Partition in_new_columns(const document::Partition& plan, const document::Speeds& shares,
                                   const document::Speeds& speeds) {
  Options options = options_of(plan, speeds);
  document::Partition made = partition::plan(shares, options);
  if (!made.left_out.empty() && options.vector_width > 1) {
    // Who gets no vector would not come back: it may get less than one.
    options.vector_width = 1;
    made = partition::plan(shares, options);
  }
  made.candidates.clear();
  return made;
}

/// Everybody stays in its place, where its share is smaller by what it does for others there.
document::Partition in_its_columns(const document::Partition& plan, const document::Speeds& shares) {
  Draft draft;
  draft.row.method = plan.method;
  draft.row.small_group = plan.small_group;
  for (const document::Column& column : plan.columns) draft.free_columns.push_back(column.processors);
  const Problem problem{plan.network, plan.samples, cluster::collective_named(plan.collective)};
  document::Partition made = partition_of(realise(draft, Cluster(speeds_of(shares)), problem), problem, shares);
  made.method = plan.method;
  made.order = plan.order;
  made.objective = plan.objective;
  made.small_group = plan.small_group;
  made.predicted = plan.predicted;
  made.predicted.seconds.reset();
  return made;
}

/// Seconds over those planned, of each processor and of the middle one. Speeds by hand may have any unit.
struct Ratios {
  std::vector<double> planned_s;  ///< by processor
  std::vector<double> each;
  double median;
  double usual;  ///< what no processor is blamed for
};

Ratios ratios(const document::Partition& plan, const std::vector<double>& compute_s) {
  Ratios found{planned_seconds(plan, known_speeds(plan)), {}, 0, 0};
  for (std::size_t i = 0; i < compute_s.size(); ++i) found.each.push_back(compute_s[i] / found.planned_s[i]);
  std::vector<double> sorted = found.each;
  // Of two processors the faster one is believed.
  const auto median = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), median, sorted.end());
  found.median = *median;
  found.usual = plan.kernel ? std::max(*median, 1.0) : *median;
  return found;
}

}  // namespace

bool Drift::off() const { return times > tolerated; }

Drift farthest_behind(const document::Partition& plan, const std::vector<double>& compute_s) {
  const Ratios ratio = ratios(plan, compute_s);
  const auto farthest = std::max_element(ratio.each.begin(), ratio.each.end());
  return {farthest - ratio.each.begin(), *farthest / ratio.usual};
}

document::Partition without_left_out(document::Partition plan) {
  std::vector<std::int64_t> number(plan.cluster.size());
  std::vector<document::Processor> cluster;
  for (document::Rectangle& r : plan.rectangles) {
    number[static_cast<std::size_t>(r.processor)] = static_cast<std::int64_t>(cluster.size());
    cluster.push_back(plan.cluster[static_cast<std::size_t>(r.processor)]);
  }
  const auto renumber = [&](std::int64_t& processor) { processor = number[static_cast<std::size_t>(processor)]; };
  for (document::Rectangle& r : plan.rectangles) renumber(r.processor);
  for (document::Column& column : plan.columns)
    std::for_each(column.processors.begin(), column.processors.end(), renumber);
  for (document::Group& group : plan.groups) std::for_each(group.processors.begin(), group.processors.end(), renumber);
  plan.left_out.clear();
  plan.cluster = std::move(cluster);
  return plan;
}

NewPlan replan(const document::Partition& plan, const std::vector<double>& compute_s,
               const std::vector<Belief>& beliefs) {
  const Ratios ratio = ratios(plan, compute_s);
  const bool by_time = plan.balance == "time";
  document::Speeds speeds = known_speeds(plan), shares = speeds;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    document::MeasuredProcessor& processor = speeds.processors[i];
    double times = 1;
    const double behind = ratio.each[i] / (ratio.usual * beliefs[i].usual);
    if (behind > (processor.speed < beliefs[i].most ? still_tolerated : tolerated))
      times = behind;
    else if (ratio.each[i] * much_faster < ratio.median)
      times = std::min(1.0, std::max(ratio.each[i] / ratio.median, processor.speed / beliefs[i].most));
    processor.speed /= times;
    if (processor.sample_s) *processor.sample_s *= times;
    // Areas that are not in proportion to speed stay as they are for who is on time.
    shares.processors[i].speed = by_time ? plan.rectangles[i].cells() / times : processor.speed;
  }
  NewPlan made{by_time ? in_its_columns(plan, shares) : in_new_columns(plan, shares, speeds), 0, {}};
  made.plan.cluster = plan.cluster;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    made.plan.cluster[i].speed = speeds.processors[i].speed;
    made.plan.cluster[i].sample_s = speeds.processors[i].sample_s;
  }
  made.plan.predicted.imbalance = imbalance(made.plan);
  made.plan.balance = plan.balance;
  made.plan.trees = plan.trees;
  made.plan.kernel = plan.kernel;
  made.plan.kernel_options = plan.kernel_options;
  made.plan.data = plan.data;
  made.plan.made_by = plan.made_by;
  // Who has less to do than others for its speed is busy with messages meanwhile.
  const double most_s = std::ranges::max(ratio.planned_s);
  const auto longest = [&](const document::Partition& of) {
    std::vector<double> seconds = planned_seconds(of, speeds);
    for (std::size_t i = 0; by_time && i < seconds.size(); ++i) seconds[i] += most_s - ratio.planned_s[i];
    return std::ranges::max(seconds);
  };
  made.saved_s = (longest(plan) - longest(made.plan)) * ratio.usual;
  for (const double each : ratio.each) made.times.push_back(each / ratio.usual);
  return made;
}

bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s) {
  return saved_s > noise * iteration_s && saved_s * static_cast<double>(iterations_left) > move_s;
}

}  // namespace uneven::partition
