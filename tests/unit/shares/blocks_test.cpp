// SPDX-License-Identifier: MIT
#include "shares/blocks.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "../cases.hpp"
#include "../processors.hpp"
#include "base/error.hpp"
#include "exhaustive.hpp"

BOOST_AUTO_TEST_SUITE(shares_blocks)

using namespace uneven;
using namespace uneven::shares;
using document::ArrayShares;

namespace {

std::vector<double> random_speeds(std::size_t count, std::mt19937& rng) {
  std::vector<double> speed(count);
  for (double& s : speed) s = 0.1 + 0.1 * static_cast<double>(rng() % 40);
  return speed;
}

ArrayShares planned(std::int64_t rows, std::int64_t columns, const std::vector<double>& speed, std::int64_t halo = 0) {
  return plan_array({{rows, columns}, halo, 8}, test::speeds_of(speed), false);
}

double makespan(const ArrayShares& plan) {
  double most = 0;
  for (const auto& block : plan.blocks)
    most = std::max(most, static_cast<double>(block.cells.cells()) / plan.cluster[block.cells.processor].speed);
  return most;
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_tile_the_array_for_any_extents_and_processors) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 rng(seed);
    const auto extent = [&] { return static_cast<std::int64_t>(1 + rng() % (rng() % 2 ? 4 : 60)); };
    const std::int64_t rows = extent(), columns = extent();
    const auto speed = random_speeds(1 + rng() % 50, rng);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << rows << " x " << columns << " on " << speed.size()) {
      const ArrayShares plan = planned(rows, columns, speed, static_cast<std::int64_t>(rng() % 3));
      std::vector<int> owners(static_cast<std::size_t>(rows * columns));
      for (const auto& block : plan.blocks)
        for (std::int64_t i = block.cells.rows.first; i < block.cells.rows.end(); ++i)
          for (std::int64_t j = block.cells.columns.first; j < block.cells.columns.end(); ++j)
            ++owners.at(static_cast<std::size_t>(i * columns + j));
      BOOST_TEST(std::ranges::count(owners, 1) == rows * columns);
      BOOST_TEST(plan.blocks.size() + plan.left_out.size() == speed.size());
      BOOST_TEST(document::faults(plan).empty());
      BOOST_TEST(makespan(plan) >= plan.predicted.lower_bound);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_guillotine_cuts_of_tiny_arrays_are_much_faster) {
  std::vector<double> ratios;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 rng(seed);
    const auto rows = static_cast<std::int64_t>(1 + rng() % 6), columns = static_cast<std::int64_t>(1 + rng() % 6);
    const auto speed = test::drawn(rng, 1 + rng() % 4, 1, 9);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << rows << " x " << columns) {
      const double least = Guillotine(speed).makespan(rows, columns), ours = makespan(planned(rows, columns, speed));
      BOOST_TEST(ours >= least * (1 - 1e-12));
      BOOST_TEST(ours <= least * 1.5 * (1 + 1e-12));
      ratios.push_back(ours / least);
    }
  }
  std::ranges::sort(ratios);
  BOOST_TEST(ratios[ratios.size() * 9 / 10] <= 1.01);
}

BOOST_AUTO_TEST_CASE(no_other_columns_or_bands_are_more_than_the_slack_faster) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 rng(seed);
    const auto rows = static_cast<std::int64_t>(1 + rng() % 6), columns = static_cast<std::int64_t>(1 + rng() % 6);
    const auto speed = random_speeds(1 + rng() % 4, rng);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << rows << " x " << columns) {
      const double least = std::min(Columns(speed).makespan(rows, columns), Columns(speed).makespan(columns, rows));
      BOOST_TEST(makespan(planned(rows, columns, speed)) <= least * 1.01 * (1 + 1e-12));
      BOOST_TEST(makespan(planned(rows, columns, speed)) >= least * (1 - 1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(one_row_and_one_column_are_shared_as_units) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 rng(seed);
    const auto speed = random_speeds(1 + rng() % 30, rng);
    const auto cells = static_cast<std::int64_t>(1 + rng() % 500);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << cells) {
      for (const ArrayShares& plan : {planned(1, cells, speed), planned(cells, 1, speed)})
        BOOST_TEST(makespan(plan) <= plan.predicted.lower_bound * 1.01 * (1 + 1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(equal_processors_of_a_square_get_squares) {
  const ArrayShares plan = planned(60, 60, std::vector<double>(9, 2.5), 1);
  for (const auto& block : plan.blocks) BOOST_TEST((block.cells.rows.count == 20 && block.cells.columns.count == 20));
  BOOST_TEST(plan.predicted.border == 9 * 40);
  BOOST_TEST(plan.predicted.bytes.largest == 8 * (4 * 20 + 4));  // of the centre: four sides, four corners
}

BOOST_AUTO_TEST_CASE(a_thousand_processors_with_few_cells_each_are_near_the_bound) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::mt19937 rng(seed);
    std::vector<double> speed(1000);
    for (double& s : speed) s = 1 + static_cast<double>(rng() % 1000) / 250;
    const ArrayShares plan = planned(100, 120, speed);
    BOOST_TEST(makespan(plan) <= 1.03 * plan.predicted.lower_bound, "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(more_processors_than_cells_leave_the_slowest_out) {
  const ArrayShares plan = planned(2, 2, {1, 3, 2, 5, 4, 1, 1});
  for (const auto& block : plan.blocks) BOOST_TEST(plan.cluster[block.cells.processor].speed >= 2);
  BOOST_TEST(plan.left_out.size() >= 3u);
}

BOOST_AUTO_TEST_CASE(a_slow_network_makes_borders_shorter) {
  document::Speeds speeds = test::speeds_of(std::vector<double>(16, 1000.0));
  speeds.kernel = "command";
  // 16 cells each: 4 x 4 or 1 x 16; the fixed time of two processors makes whole columns uneven.
  const ArrayShares alone = plan_array({{16, 16}, 1, 8}, speeds, true);
  BOOST_TEST(!alone.predicted.superstep_s.has_value());
  BOOST_TEST(*alone.predicted.seconds == 0.016);
  speeds.network = {1e-5, 1e-4, 2.0};
  const ArrayShares measured = plan_array({{16, 16}, 1, 8}, speeds, true);
  const auto& predicted = measured.predicted;
  BOOST_TEST(*predicted.superstep_s >= *predicted.seconds + 2);
  BOOST_TEST(*predicted.superstep_s <= *predicted.seconds + *predicted.halo_s + 2 + 1e-12);
  BOOST_TEST(predicted.border == 16 * 8);
}

BOOST_AUTO_TEST_CASE(a_fixed_time_is_work_that_a_processor_cannot_do) {
  document::Speeds speeds = test::speeds_of({10, 10, 10});
  speeds.kernel = "command";
  speeds.processors[1].fixed_s = 20;
  speeds.processors[2].fixed_s = 1000;
  const ArrayShares plan = plan_array({{30, 40}, 0, 8}, speeds, true);
  BOOST_TEST(plan.left_out == std::vector<std::int64_t>{2}, boost::test_tools::per_element());
  BOOST_TEST(plan.predicted.lower_bound == 70);  // 700 and 500 cells
  BOOST_TEST(*plan.predicted.seconds <= 1.03 * 70);
}

BOOST_AUTO_TEST_CASE(arrays_of_more_cells_than_doubles_count_are_refused) {
  BOOST_CHECK_THROW(planned(9007199254740991, 2, {1, 2}), InputError);
  BOOST_TEST(planned(94906265, 94906265, {1, 2}).blocks.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
