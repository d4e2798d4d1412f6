// SPDX-License-Identifier: MIT
// Any bytes, as a document of speeds, through a planner with options that its checksum picks: what is planned is a
// sound document without a time that is no number, or the planner refuses with InputError or UsageError; nothing else.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "check/sound.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "partition/plan.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"
#include "search/predict.hpp"

using namespace uneven;

namespace {

using Random = std::mt19937_64;

bool often(Random& random) { return random() % 2; }

template <class T>
T one_of(const std::vector<T>& values, Random& random) {
  return values[random() % values.size()];
}

/// From 1 to 2^bits - 1, as often short as long.
std::int64_t size_below(int bits, Random& random) {
  return 1 + static_cast<std::int64_t>(random() % ((std::uint64_t{1} << (1 + random() % bits)) - 1));
}

/// A time or a speed, mostly ordinary.
double amount(Random& random) {
  static const std::vector<double> extremes{5e-324, 1e-320, 1e-300, 1e-20, 1, 1e17, 0x1p53, 1e150, 1e300, 1.7e308};
  if (random() % 3 == 0) return one_of(extremes, random);
  return std::exp(std::uniform_real_distribution<>(-20, 20)(random));
}

/// A quota, and times of messages.
void limit(document::MeasuredProcessor& processor, Random& random) {
  processor.cpu_share = one_of<double>({1e-300, 1e-6, 0.1, 0.5, 1}, random);
  if (often(random)) processor.cpu_burst_s = amount(random);
  for (auto* seconds : {&processor.message_s, &processor.byte_s, &processor.send_overhead_s, &processor.cold_message_s})
    if (often(random)) *seconds = amount(random);
}

/// More processors, some of them with other speeds, under quotas and on shared cores.
void vary(document::Speeds& speeds, Random& random) {
  for (auto left = random() % 12; often(random) && left > 0; --left) {
    speeds.processors.push_back(one_of(speeds.processors, random));
    speeds.processors.back().rank = std::ssize(speeds.processors) - 1;
  }
  for (auto& processor : speeds.processors)
    if (random() % 8 == 0) processor.speed = amount(random);
  if (random() % 4 == 0)
    for (auto& processor : speeds.processors)
      if (often(random)) limit(processor, random);
  if (random() % 4 == 0 && speeds.processors.size() > 1) {
    speeds.shared_cores = {{1, {0, 1}}};
    speeds.shared_machines = {{{0, 1}, {{1, amount(random)}}}};
  }
  if (random() % 4 == 0) speeds.operation_s_per_element = amount(random);
  if (speeds.network && random() % 4 == 0) speeds.network->latency_s = amount(random);
  if (speeds.network && random() % 4 == 0) speeds.network->gap_s_per_byte = amount(random);
}

void require_number(const std::optional<double>& value) {
  if (value && !std::isfinite(*value)) std::abort();
}

/// @param speeds  what it was made of.
template <class Plan>
void require_sound(Plan plan, const document::Speeds& speeds) {
  if (!speeds.kernel.empty()) plan.kernel = speeds.kernel;
  std::ostringstream out;
  write_document(out, plan, true);
  const auto faults = check::faults_of(document::parse(out.str(), "plan", {}));
  if (faults.empty()) return;
  std::fprintf(stderr, "%s\n%s\n", faults.front().c_str(), out.str().c_str());
  std::abort();
}

void plan_partition(document::Speeds speeds, Random& random) {
  using namespace partition;
  Options options;
  options.network = {size_below(12, random), size_below(often(random) ? 12 : 50, random), size_below(8, random)};
  options.samples = size_below(often(random) ? 14 : 53, random);
  options.method = one_of<Method>({Method::columns, Method::grid, Method::equal, Method::best}, random);
  options.order = one_of<Order>({Order::sorted, Order::free}, random);
  options.objective = one_of<Objective>({Objective::elements, Objective::elements, Objective::seconds}, random);
  if (often(random)) options.balance = one_of<Balance>({Balance::work, Balance::time}, random);
  if (often(random))
    options.collective = one_of<Collective>({Collective::linear, Collective::tree, Collective::ring}, random);
  if (often(random)) options.small_group = one_of<double>({0, 0.06, 0.5, 1}, random);
  if (random() % 4 == 0) options.columns = size_below(4, random);
  if (random() % 4 == 0) options.processors = size_below(4, random);
  if (often(random)) {
    speeds.kernel = "bp";
    speeds.kernel_options = {{"network", text_of(options.network)}};
  }
  const auto plan = partition::plan(speeds, options);
  require_number(plan.predicted.seconds);
  for (const auto& row : plan.candidates) require_number(row.seconds);
  require_sound(plan, speeds);
}

void plan_tree(const document::Speeds& speeds, Random& random) {
  using namespace reduction;
  const std::int64_t elements = size_below(often(random) ? 20 : 53, random);
  const bool measured = often(random);
  Model model;
  if (measured) {
    model = measured_model(speeds, elements, 1 + size_below(3, random));
  } else {
    model = {amount(random), amount(random), 1 + size_below(often(random) ? 3 : 53, random), {}};
    if (often(random)) model.operation_times = operation_times(speeds_of(speeds), model.compute);
  }
  const bool each = often(random);
  Goal goal;
  const auto known = std::ssize(speeds.processors);
  // As many equal processors as are useful may be many.
  const bool any_number = often(random);
  if (!any_number || each || measured) goal.processors = 1 + static_cast<std::int64_t>(random() % known);
  if (!each && (often(random) || !goal.processors)) goal.items = size_below(goal.processors ? 53 : 12, random);
  if (!each && !goal.items && often(random)) goal.height = amount(random);
  const auto shape = goal.items || each ? static_cast<TreeShape>(random() % 4) : TreeShape::optimal;
  auto tree = measured && each && shape == TreeShape::optimal
                  ? pipelined_tree(speeds, *goal.processors, elements, model.arity)
                  : shaped_tree(model, shape, goal, each);
  tree.compared = finish_of_others(model_of(tree), goal, tree);
  std::erase_if(tree.compared, [](const auto& other) { return !std::isfinite(other.second); });
  require_number(tree.finish);
  if (measured && !tree.predicted_s) predicted_seconds(tree, elements, speeds);
  if (measured || !model.operation_times.empty()) tree.cluster = document::cluster_of(speeds);
  tree.cluster.resize(tree.processors.size() + tree.left_out.size());
  require_sound(tree, speeds);
}

void plan_product(document::Speeds speeds, Random& random) {
  using document::Layout;
  if (often(random)) speeds.kernel = "matmul";
  const auto layout = [&] { return one_of<Layout>({Layout::alpha, Layout::beta, Layout::gamma}, random); };
  hbsp::MatmulRequest request;
  request.size = size_below(14, random);
  if (random() % 2) request.size = {size_below(14, random), size_below(14, random), size_below(14, random)};
  request.layout = {layout(), layout(), layout()};
  request.table = hbsp::bsp_costs(speeds).value_or(hbsp::BspCosts{});
  request.costs = hbsp::message_costs(speeds);
  auto plan = hbsp::plan_with_best_panel(request, speeds);
  if (hbsp::are_matmul_speeds(speeds)) hbsp::predict_seconds(plan, speeds);
  require_number(plan.predicted.seconds);
  require_sound(plan, speeds);
}

void plan_elements(document::Speeds speeds, Random& random) {
  if (often(random)) speeds.kernel = "kmeans";
  const std::int64_t count = size_below(53, random) - 1;
  auto plan = hbsp::plan_elements(count, document::cluster_of(speeds), hbsp::message_seconds(speeds));
  if (hbsp::are_element_speeds(speeds)) hbsp::predict_seconds(plan, speeds);
  require_number(plan.superstep_s);
  require_sound(plan, speeds);
}

void plan_search(document::Speeds speeds, Random& random) {
  if (often(random)) speeds.kernel = "search";
  search::PlanRequest request;
  request.examples = size_below(53, random);
  request.queries = size_below(20, random);
  request.cluster = document::cluster_of(speeds);
  request.times = search::measured_times(speeds, amount(random), amount(random));
  for (double* seconds : {&request.times.entry_s, &request.times.message_s, &request.times.query_s})
    if (random() % 4 == 0) *seconds = amount(random);
  if (often(random)) request.method = static_cast<document::SearchMethod>(random() % 8);
  request.pieces = size_below(often(random) ? 4 : 19, random);
  request.join = static_cast<document::SearchJoin>(random() % 3);
  const auto plan = search::plan(request);
  for (const auto& method : plan.methods) require_number(method.seconds);
  require_sound(plan, speeds);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Random random(Checksum().add(bytes, size).value());
  try {
    const auto document = document::parse(std::string(bytes, bytes + size), "input", {"speeds"});
    if (!check::faults_of(document).empty()) return 0;
    auto speeds = document::from_json<document::Speeds>(document.json);
    vary(speeds, random);
    if (!document::faults(speeds).empty()) return 0;
    one_of<void (*)(document::Speeds, Random&)>({plan_partition, [](document::Speeds s, Random& r) { plan_tree(s, r); },
                                                 plan_product, plan_elements, plan_search},
                                                random)(speeds, random);
  } catch (const InputError&) {
  } catch (const UsageError&) {
  }
  return 0;
}
