// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "oracle.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/methods.hpp"

BOOST_AUTO_TEST_SUITE(whole_numbers_of_layouts)

using namespace uneven::partition;

namespace {

struct Instance {
  std::vector<double> speeds;
  Layout layout;
  std::int64_t samples, hidden;
};

Instance random_instance(std::mt19937& rng, std::int64_t largest) {
  const auto whole = oracle::random_speeds(rng, 1 + rng() % 6, 9);
  std::vector<std::int64_t> processors(whole.size());
  std::iota(processors.begin(), processors.end(), 0);
  std::vector<std::int64_t> sizes;
  for (auto left = std::ssize(whole); left > 0; left -= sizes.back()) sizes.push_back(1 + rng() % std::min(left, 3l));
  return {{whole.begin(), whole.end()},
          proportional(arrange(processors, sizes), whole),
          1 + static_cast<std::int64_t>(rng()) % largest,
          1 + static_cast<std::int64_t>(rng()) % largest};
}

/// Every shape of whole rectangles with the layout's order; joined cuts stay joined if asked for.
double least_makespan(const Instance& instance, bool keep_joined) {
  const Layout& layout = instance.layout;
  const std::size_t columns = layout.columns.size();
  std::vector<std::vector<std::vector<std::int64_t>>> heights(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    oracle::each_composition(
        instance.hidden, std::ssize(layout.columns[c]), [&](const auto& h) { heights[c].push_back(h); }, 0);
  }
  double best = std::numeric_limits<double>::infinity();
  oracle::each_composition(
      instance.samples, static_cast<std::int64_t>(columns),
      [&](const oracle::Sizes& samples) {
        std::vector<std::size_t> at(columns, 0);
        for (;;) {
          double longest = 0;
          std::vector<std::pair<double, std::int64_t>> cuts;
          for (std::size_t c = 0; c < columns; ++c) {
            std::int64_t cut = 0;
            for (std::size_t i = 0; i < layout.columns[c].size(); ++i) {
              const std::int64_t height = heights[c][at[c]][i];
              longest =
                  std::max(longest, static_cast<double>(height * samples[c]) / instance.speeds[layout.columns[c][i]]);
              cuts.emplace_back(layout.cuts[c][i + 1], cut += height);
            }
          }
          std::sort(cuts.begin(), cuts.end());
          bool joined = true;
          for (std::size_t i = 1; i < cuts.size(); ++i) {
            joined &= cuts[i].first != cuts[i - 1].first || cuts[i].second == cuts[i - 1].second;
          }
          if (joined || !keep_joined) best = std::min(best, longest);
          std::size_t c = 0;
          while (c < columns && ++at[c] == heights[c].size()) at[c++] = 0;
          if (c == columns) break;
        }
      },
      0);
  return best;
}

void check_tiling(const Instance& instance, const WholeLayout& whole) {
  std::int64_t next = 0;
  for (const auto& samples : whole.samples) {
    BOOST_TEST(samples.first == next);
    BOOST_TEST(samples.count >= 0);
    next = samples.end();
  }
  BOOST_TEST(next == instance.samples);
  for (std::size_t c = 0; c < whole.cuts.size(); ++c) {
    BOOST_TEST(whole.cuts[c].size() == instance.layout.cuts[c].size());
    BOOST_TEST(whole.cuts[c].front() == 0);
    BOOST_TEST(whole.cuts[c].back() == instance.hidden);
    BOOST_TEST(std::is_sorted(whole.cuts[c].begin(), whole.cuts[c].end()));
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_joints_the_makespan_is_least) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Instance instance = random_instance(rng, 6);
      const auto whole = whole_numbers(instance.layout, instance.speeds, instance.samples, instance.hidden, false);
      check_tiling(instance, whole);
      BOOST_TEST(makespan(instance.layout, whole, instance.speeds) == least_makespan(instance, false),
                 boost::test_tools::tolerance(1e-12));
    }
  }
}

// Samples and cuts are improved in turn, which may stop short of the best; mostly it does not.
BOOST_AUTO_TEST_CASE(joined_cuts_stay_joined_and_cost_little) {
  int best = 0, all = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      Instance instance = random_instance(rng, 7);
      instance.layout = without_small_groups(instance.layout, 0.06);
      const auto whole = whole_numbers(instance.layout, instance.speeds, instance.samples, instance.hidden, true);
      check_tiling(instance, whole);
      for (std::size_t a = 0; a < whole.cuts.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          for (std::size_t i = 0; i < whole.cuts[a].size(); ++i) {
            for (std::size_t j = 0; j < whole.cuts[b].size(); ++j) {
              if (instance.layout.cuts[a][i] == instance.layout.cuts[b][j])
                BOOST_TEST(whole.cuts[a][i] == whole.cuts[b][j]);
            }
          }
        }
      }
      const double time = makespan(instance.layout, whole, instance.speeds);
      const double least = least_makespan(instance, true);
      BOOST_TEST(time >= least * (1 - 1e-12));
      best += time <= least * (1 + 1e-9);
      ++all;
    }
  }
  BOOST_TEST(best >= all * 9 / 10);
}

BOOST_AUTO_TEST_CASE(the_empty_are_taken_out) {
  // Ten equal processors in one column, three hidden units.
  const std::vector<std::int64_t> equal(10, 1);
  Layout layout = proportional({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, equal);
  const std::vector<double> speeds(10, 1.0);
  WholeLayout whole = whole_numbers(layout, speeds, 5, 3, false);
  const auto left_out = leave_out_empty(layout, whole);
  BOOST_TEST(left_out.size() == 7u);
  BOOST_TEST(layout.columns[0].size() == 3u);
  BOOST_TEST(layout.cuts[0][1] == 1.0 / 3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(whole.cuts[0] == (std::vector<std::int64_t>{0, 1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
