// SPDX-License-Identifier: MIT
#include "partition/chain/costs.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <variant>

#include "../../cases.hpp"
#include "../plans_of.hpp"
#include "partition/chain/chain.hpp"
#include "partition/chain/seconds.hpp"

BOOST_AUTO_TEST_SUITE(chain_costs)

using namespace uneven;
using namespace uneven::partition;

// Each product of a matrix of a inputs and b outputs takes a b multiplications of a sample; a measured unit of the
// network 5-9-3 with dense inputs has 2 x 5 + 3 x 3 of them. Packed weights are those of groups of several members.
BOOST_AUTO_TEST_CASE(the_work_of_an_iteration_costs_what_its_multiplications_take) {
  test::for_seeds(test::cases(40), [](std::mt19937& random) {
    std::vector<std::int64_t> units(4 + random() % 2);
    for (auto& count : units) count = 1 + static_cast<std::int64_t>(random() % 30);
    Options options;
    options.samples = 1 + static_cast<std::int64_t>(random() % 50);
    auto speeds = planned::measured(planned::random_speeds(random, 6), "5-9-3", 1e-4, 1e-8);
    speeds.kernel_options["input"] = "dense";
    speeds.long_operation_s_per_element = 1e-3;
    const auto plan = plan_chain(speeds, units, options);
    std::vector<ChainPart> parts;
    for (std::int64_t processor = 0; processor < std::ssize(plan.cluster); ++processor)
      parts.push_back(chain_part(plan, processor, 4));
    const auto costs = costs_of(plan, speeds, parts);
    BOOST_REQUIRE(costs.size() == parts.size());
    const ChainLoad load = load_of(plan, speeds);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      double expected = 0, packed = 0, computed_s = 0, packed_s = 0;
      for (std::size_t j = 0; j < plan.layers.size(); ++j) {
        const ChainPart::Layer& layer = parts[p].layers[j];
        const auto weights = static_cast<double>(layer.inputs.count * layer.outputs.count);
        expected +=
            (j == 0 ? 2 : 3) * weights * static_cast<double>(layer.samples.count) / 19 / speeds.processors[p].speed;
        if (plan.layers[j].columns.size() > 1) packed += weights;
      }
      for (const schedule::Operation& operation : parts[p].schedule.operations) {
        const auto* work = std::get_if<schedule::Work>(&operation);
        if (work) (work->name == chain_unpack ? packed_s : computed_s) += costs[p].work(*work).value_or(0);
      }
      BOOST_TEST(computed_s == expected, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(load.each_s[p] == expected, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(packed_s == packed * 1e-3, boost::test_tools::tolerance(1e-9));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
