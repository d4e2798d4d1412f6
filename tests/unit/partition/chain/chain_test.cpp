// SPDX-License-Identifier: MIT
#include "partition/chain/chain.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>

#include "../../cases.hpp"
#include "../oracle.hpp"
#include "../plans_of.hpp"
#include "base/error.hpp"
#include "cells.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "partition/chain/seconds.hpp"

BOOST_AUTO_TEST_SUITE(chains)

using namespace uneven;
using namespace uneven::partition;
using planned::measured;

namespace {

using Layers = std::vector<std::vector<LayerCandidate>>;

Layers candidates_of(const std::vector<double>& speeds, const ChainProblem& chain, const Options& options) {
  const document::Speeds cluster = by_hand(speeds);
  return layer_candidates(chain, options, {cluster, Cluster(speeds)});
}

/// Eq. (10) of a weight matrix of a inputs and b outputs, for processors that fill columns in ascending order.
double layer_elements(const ChainProblem& chain, std::size_t layer, const LayerCandidate& candidate,
                      const std::vector<std::int64_t>& ascending) {
  const auto a = static_cast<double>(chain.units[layer]), b = static_cast<double>(chain.units[layer + 1]);
  const std::string collective = name_of(chain.collective);
  const auto& sizes = candidate.row.sizes;
  const double summed = layer == 0 ? 0 : candidate.cut == document::Side::inputs ? b : a;
  double greatest = oracle::maximum(ascending, sizes, collective);
  if (candidate.row.method == document::PartitionMethod::equal)
    greatest = oracle::phi(collective, sizes.front()) / static_cast<double>(sizes.size());
  if (candidate.row.method == document::PartitionMethod::grid) {
    std::vector<std::int64_t> slowest;  // of each column, whose width is in proportion
    for (std::size_t c = 0; c < sizes.size(); ++c)
      slowest.push_back(ascending[c * static_cast<std::size_t>(sizes.front())]);
    const double total = static_cast<double>(std::accumulate(slowest.begin(), slowest.end(), std::int64_t{0}));
    greatest = static_cast<double>(slowest.back()) / total * oracle::phi(collective, sizes.front());
  }
  return 2 * summed * static_cast<double>(chain.samples) * greatest +
         2 * a * b * oracle::phi(collective, std::ssize(sizes));
}

/// What the busiest processor sends and receives; who sends is told by the deliveries.
double busiest(const std::vector<oracle::Cells>& has, const std::vector<oracle::Cells>& needs,
               const std::vector<Delivery>& deliveries) {
  std::vector<double> both(has.size());
  for (std::size_t p = 0; p < has.size(); ++p) both[p] = static_cast<double>(oracle::lacking(needs[p], has[p]));
  for (const Delivery& d : deliveries)
    both[static_cast<std::size_t>(d.from)] += static_cast<double>(d.units.count * d.samples.count);
  return std::ranges::max(both);
}

/// The least cost of all chains, tried one by one.
double least_of_all(const Layers& layers, const std::function<double(std::size_t, std::size_t)>& layer_cost,
                    const std::function<double(std::size_t, std::size_t, std::size_t)>& move_cost) {
  double least = std::numeric_limits<double>::infinity();
  const std::function<void(std::size_t, std::size_t, double)> from = [&](std::size_t layer, std::size_t before,
                                                                         double cost) {
    if (layer == layers.size()) {
      least = std::min(least, cost);
      return;
    }
    for (std::size_t i = 0; i < layers[layer].size(); ++i)
      from(layer + 1, i, cost + layer_cost(layer, i) + (layer == 0 ? 0 : move_cost(layer, before, i)));
  };
  from(0, 0, 0);
  return least;
}

std::vector<std::int64_t> random_units(std::mt19937& rng, std::size_t layers) {
  std::vector<std::int64_t> units(layers + 1);
  for (auto& count : units) count = 1 + rng() % 12;
  return units;
}

std::vector<double> random_small_speeds(std::mt19937& rng, std::size_t most) {
  std::vector<double> speeds(1 + rng() % most);
  for (double& speed : speeds) speed = static_cast<double>(1 + rng() % 9);
  return speeds;
}

}  // namespace

// Elements: eq. (10) and cells, counted by hand, over all combinations of the candidates.
BOOST_AUTO_TEST_CASE(no_combination_has_fewer_elements) {
  test::for_seeds(test::cases(60), [](std::mt19937& rng) {
    const ChainProblem chain{random_units(rng, 2 + rng() % 2), static_cast<std::int64_t>(1 + rng() % 20),
                             std::array{Collective::linear, Collective::tree, Collective::ring}[rng() % 3]};
    Options options;
    options.samples = chain.samples;
    options.collective = chain.collective;
    options.method = std::array{Method::columns, Method::columns, Method::grid, Method::equal}[rng() % 4];
    const auto speeds = random_small_speeds(rng, 6);
    std::vector<std::int64_t> ascending(speeds.begin(), speeds.end());
    std::ranges::sort(ascending);
    const Layers layers = candidates_of(speeds, chain, options);

    const auto cells_of = [&](const std::vector<LayerCandidate>& candidates, std::int64_t units, document::Side whole) {
      std::vector<std::vector<oracle::Cells>> cells;
      for (const LayerCandidate& c : candidates)
        cells.push_back(oracle::cells(c.rounded->shape, units, chain.samples, c.cut == whole));
      return cells;
    };
    std::vector<std::vector<std::vector<double>>> moves(layers.size());
    for (std::size_t j = 1; j < layers.size(); ++j) {
      const auto lower = cells_of(layers[j - 1], chain.units[j], document::Side::inputs);
      const auto upper = cells_of(layers[j], chain.units[j], document::Side::outputs);
      for (std::size_t a = 0; a < lower.size(); ++a) {
        auto& row = moves[j].emplace_back();
        for (std::size_t b = 0; b < upper.size(); ++b) {
          const Placement &above = layers[j - 1][a].above, &below = layers[j][b].below;
          row.push_back(busiest(lower[a], upper[b], deliveries(above, below)) +
                        busiest(upper[b], lower[a], deliveries(below, above)));
        }
      }
    }
    const double least = least_of_all(
        layers, [&](std::size_t j, std::size_t i) { return layer_elements(chain, j, layers[j][i], ascending); },
        [&](std::size_t j, std::size_t before, std::size_t i) { return moves[j][before][i]; });
    const auto plan = plan_chain(by_hand(speeds), chain.units, options);
    BOOST_TEST(plan.predicted.elements == least, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(plan.predicted.lower_bound <= plan.predicted.elements * (1 + 1e-12));
    for (const document::Candidate& row : plan.candidates) BOOST_TEST(row.elements >= least * (1 - 1e-12));
  });
}

BOOST_AUTO_TEST_CASE(no_combination_takes_less_time) {
  test::for_seeds(test::cases(30), [](std::mt19937& rng) {
    const ChainProblem chain{random_units(rng, 2 + rng() % 2), static_cast<std::int64_t>(1 + rng() % 20),
                             std::array{Collective::linear, Collective::tree, Collective::ring}[rng() % 3]};
    Options options;
    options.samples = chain.samples;
    options.collective = chain.collective;
    options.objective = Objective::seconds;
    auto speeds = measured(random_small_speeds(rng, 3), "5-4-3", 0.5, 0.01 * static_cast<double>(rng() % 9));
    if (rng() % 2) speeds.kernel_options["input"] = "dense";
    const Layers layers = layer_candidates(chain, options, {speeds, Cluster(document::speeds_of(speeds))});
    const ChainTime time(speeds, chain);
    const double least = least_of_all(
        layers,
        [&](std::size_t j, std::size_t i) {
          return time.layer_seconds(j, layers[j][i].cut, layers[j][i].rounded->shape);
        },
        [&](std::size_t j, std::size_t before, std::size_t i) {
          return time.move_seconds(layers[j - 1][before], layers[j][i]);
        });
    const auto plan = plan_chain(speeds, chain.units, options);
    BOOST_TEST(plan.predicted.seconds.value() == least, boost::test_tools::tolerance(1e-12));
  });
}

// W cut by its outputs and V by its inputs, with one partition: eq. (10), and nothing moves.
BOOST_AUTO_TEST_CASE(one_hidden_layer_is_a_chain) {
  const std::vector<double> speeds{0.05, 0.10, 0.20, 0.30, 0.35};
  const Options options = planned::nettalk();
  const ChainProblem chain{{203, 80, 26}, 1024, Collective::linear};
  const Layers layers = candidates_of(speeds, chain, options);
  const auto plan = partition::plan(by_hand(speeds), options);
  for (const document::Candidate& row : plan.candidates) {
    const auto is = [&](document::Side cut) {
      return [&, cut](const LayerCandidate& c) { return c.cut == cut && c.row.columns == row.columns; };
    };
    const auto w = std::ranges::find_if(layers[0], is(document::Side::outputs));
    const auto v = std::ranges::find_if(layers[1], is(document::Side::inputs));
    BOOST_REQUIRE((w != layers[0].end() && v != layers[1].end()));
    BOOST_TEST(moved_elements(*w, *v) == 0);
    BOOST_TEST(w->cost + v->cost == row.elements, boost::test_tools::tolerance(1e-12));
  }
  BOOST_TEST(plan_chain(by_hand(speeds), chain.units, options).predicted.elements <=
             plan.predicted.elements * (1 + 1e-12));
}

// Two processors of speed 1, 4-4-4 and 10 samples, in one column each: the halves of the units take 4 x 2 x 10 cells.
BOOST_AUTO_TEST_CASE(seconds_by_hand) {
  auto speeds = measured({1, 1}, "2-9-2", 7, 0.25);
  speeds.kernel_options["input"] = "dense";
  const ChainProblem chain{{4, 4, 4}, 10, Collective::linear};
  Options options;
  options.samples = 10;
  options.objective = Objective::seconds;
  options.columns = 1;
  options.processors = 2;
  options.small_group = 0;
  const Layers layers = layer_candidates(chain, options, {speeds, Cluster(document::speeds_of(speeds))});
  const ChainTime time(speeds, chain);
  const auto of = [&](std::size_t j, document::Side cut) -> const LayerCandidate& {
    return *std::ranges::find_if(layers[j], [&](const LayerCandidate& c) { return c.cut == cut; });
  };
  const auto &first = of(0, document::Side::outputs), &by_inputs = of(1, document::Side::inputs),
             &by_outputs = of(1, document::Side::outputs);
  // A measured cell is 2 x 2 + 3 x 2 multiplications; one of the first matrix 2 x 4, of the second 3 x 4.
  BOOST_TEST(time.layer_seconds(0, first.cut, first.rounded->shape) == 20 * 8.0 / 10,
             boost::test_tools::tolerance(1e-12));
  // The sum of 4 x 10 numbers of 4 bytes: two latencies, the bytes there and back.
  BOOST_TEST(time.layer_seconds(1, by_inputs.cut, by_inputs.rounded->shape) == 20 * 12.0 / 10 + 2 * 7 + 2 * 160 * 0.25,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(time.move_seconds(first, by_inputs) == 0);
  // Each sends the other its half, 2 x 10 values; the errors of all units are where they are needed already.
  BOOST_TEST(time.move_seconds(first, by_outputs) == 7 + 80 * 0.25);
}

// Speeds of a cluster's processors, networks and samples of any size.
BOOST_AUTO_TEST_CASE(every_plan_is_sound) {
  test::for_seeds(test::cases(60), [](std::mt19937& rng) {
    std::vector<std::int64_t> units = random_units(rng, 3 + rng() % 3);
    for (auto& count : units) count *= 1 + static_cast<std::int64_t>(rng() % 20);
    Options options;
    options.samples = 1 + static_cast<std::int64_t>(rng() % 500);
    options.method = std::array{Method::columns, Method::grid, Method::equal}[rng() % 3];
    options.order = rng() % 2 ? Order::sorted : Order::free;
    options.objective = rng() % 2 ? Objective::seconds : Objective::elements;
    options.small_group = std::array<std::optional<double>, 3>{0.06, 0, std::nullopt}[rng() % 3];
    const auto speeds = measured(planned::random_speeds(rng, 6), "203-80-26", 1e-4, 1e-8);
    const auto plan = plan_chain(speeds, units, options);
    BOOST_TEST(plan.layers.size() + 1 == units.size());
    std::ostringstream text;
    write_document(text, plan, false);
    const auto found = check::faults_of(document::parse(text.str(), "plan", {"partition"}));
    BOOST_TEST(found.empty(), (found.empty() ? "" : found.front()));
  });
}

// Data parallel: a column each, the same samples in every layer. Nothing moves but the gradients.
BOOST_AUTO_TEST_CASE(many_samples_make_data_parallel_plans) {
  Options options;
  options.samples = 10'000'000;
  const auto plan = plan_chain(by_hand({1, 2, 3}), {30, 20, 20, 10}, options);
  for (const auto& layer : plan.layers) BOOST_TEST(layer.columns.size() == 3u);
  BOOST_TEST(plan.predicted.elements == 2 * (30 * 20 + 20 * 20 + 20 * 10) * 2);
}

BOOST_AUTO_TEST_CASE(what_is_refused) {
  Options options;
  options.samples = 10;
  options.balance = Balance::time;
  BOOST_CHECK_THROW(plan_chain(by_hand({1, 2}), {3, 4, 5, 6}, options), UsageError);
  options.balance.reset();
  options.columns = 3;
  BOOST_CHECK_THROW(plan_chain(by_hand({1, 2}), {3, 4, 5, 6}, options), UsageError);
  options.columns.reset();
  options.processors = 3;
  BOOST_CHECK_THROW(plan_chain(by_hand({1, 2}), {3, 4, 5, 6}, options), UsageError);
  options.processors.reset();
  BOOST_CHECK_THROW(plan_chain(by_hand(std::vector<double>(4097, 1)), {3, 4, 5, 6}, options), UsageError);
  BOOST_CHECK_THROW(plan_chain(by_hand({1, 2}), {3, 1'000'000'000, 1'000'000'000, 6}, options), InputError);
  options.objective = Objective::seconds;
  BOOST_CHECK_THROW(plan_chain(by_hand({1, 2}), {3, 4, 5, 6}, options), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
