// SPDX-License-Identifier: MIT
#include "shares/blocks.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "base/error.hpp"
#include "guillotine.hpp"

BOOST_AUTO_TEST_SUITE(shares_blocks)

using namespace uneven;
using namespace uneven::shares;
using document::ArrayShares;

namespace {

document::Speeds speeds_with(const std::vector<double>& speed) {
  document::Speeds speeds;
  for (const double s : speed) {
    document::MeasuredProcessor processor;
    processor.rank = std::ssize(speeds.processors);
    processor.speed = s;
    speeds.processors.push_back(processor);
  }
  return speeds;
}

std::vector<double> random_speeds(std::size_t count, std::mt19937& rng) {
  std::vector<double> speed(count);
  for (double& s : speed) s = 0.1 + 0.1 * static_cast<double>(rng() % 40);
  return speed;
}

ArrayShares planned(std::int64_t rows, std::int64_t columns, const std::vector<double>& speed, std::int64_t halo = 0) {
  return plan_array({{rows, columns}, halo, 8}, speeds_with(speed), false);
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
  double worst = 1, sum = 0;
  std::vector<double> ratios;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 rng(seed);
    const auto rows = static_cast<std::int64_t>(1 + rng() % 6), columns = static_cast<std::int64_t>(1 + rng() % 6);
    std::vector<double> speed(1 + rng() % 4);
    for (double& s : speed) s = static_cast<double>(1 + rng() % 9);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << rows << " x " << columns) {
      const double least = Guillotine(speed).makespan(rows, columns), ours = makespan(planned(rows, columns, speed));
      BOOST_TEST(ours >= least * (1 - 1e-12));
      BOOST_TEST(ours <= least * 4 / 3 * (1 + 1e-12));
      ratios.push_back(ours / least);
      worst = std::max(worst, ours / least);
      sum += ours / least;
    }
  }
  std::ranges::sort(ratios);
  BOOST_TEST_MESSAGE("worst " << worst << ", mean " << sum / static_cast<double>(ratios.size()));
  BOOST_TEST(ratios[ratios.size() / 2] == 1, boost::test_tools::tolerance(1e-12));
}
