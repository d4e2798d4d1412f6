// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "replay.hpp"

BOOST_AUTO_TEST_SUITE(extreme_times)

using namespace uneven;
using namespace uneven::reduction;

// Every ratio of operation, transfer and items: an answer that is a sound tree, or a word; nothing that never ends.
BOOST_AUTO_TEST_CASE(all_ratios_end) {
  const std::vector<double> amounts{5e-324, 1e-320, 1e-300, 1e-9, 1, 1e17, 1e150, 1e300, 1.7e308};
  int answers = 0, refused = 0;
  for (const double compute : amounts)
    for (const double transfer : amounts)
      for (const std::int64_t items : {std::int64_t{1}, std::int64_t{1000}, std::int64_t{9007199254740991}})
        for (const auto& speeds :
             std::vector<std::vector<double>>{{}, {1, 1}, {1, 1e-9, 1}, {1e300, 4e7}, {1e-300, 1e300}})
          BOOST_TEST_CONTEXT(compute << " " << transfer << " " << items << " " << speeds.size()) {
            try {
              const Model model{compute, transfer, 2, operation_times(speeds, compute)};
              const Goal goal{.height = {}, .items = items, .processors = speeds.empty() ? 3 : std::ssize(speeds)};
              const auto tree = shaped_tree(model, TreeShape::optimal, goal, false);
              BOOST_TEST(std::isfinite(tree.finish));
              BOOST_TEST(tree.items == items);
              ++answers;
            } catch (const InputError&) {
              ++refused;
            }
          }
  BOOST_TEST(answers > 500);
  BOOST_TEST(refused > 50);
}

BOOST_AUTO_TEST_CASE(a_list_where_operations_take_next_to_nothing) {
  const Goal goal{.height = {}, .items = 1000, .processors = 3};
  const auto tree = optimal_tree({1e-320, 1, 2, {}}, goal);
  BOOST_TEST(tree.finish == 999 * 1e-320);
  BOOST_TEST(tree.processors.size() == 1u);
}

// By trial of every operation.
BOOST_AUTO_TEST_CASE(the_end_of_an_operation_among_slow_and_fast) {
  test::for_seeds(200, [&](std::mt19937& random) {
    std::vector<double> times(1 + random() % 5);
    for (double& time : times) time = std::pow(10.0, -static_cast<double>(random() % 6)) * (1 + random() % 7);
    const auto places = earliest_places(times, static_cast<double>(random() % 3), 2);
    const std::int64_t count = 1 + random() % 2000;
    std::vector<double> ends;
    for (std::size_t q = 0; q < times.size(); ++q)
      for (std::int64_t j = 1; j <= count; ++j) ends.push_back(places[q].lag + static_cast<double>(j) * times[q]);
    std::ranges::sort(ends);
    BOOST_TEST(end_of_operation(count, places, times) == ends[count - 1], boost::test_tools::tolerance(1e-9));
  });
}

BOOST_AUTO_TEST_CASE(too_many_items_for_a_document_are_refused) {
  BOOST_CHECK_THROW(optimal_tree({1e-300, 1, 1 << 20, {}}, {.height = 1e10, .items = {}, .processors = 3}), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
