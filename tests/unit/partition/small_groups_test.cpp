// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "../cases.hpp"
#include "oracle.hpp"
#include "partition/search/methods.hpp"

BOOST_AUTO_TEST_SUITE(small_groups)

using namespace uneven::partition;

namespace {

/// Columns of the given rectangle heights, which add up to 1.
Layout columns_of(const std::vector<std::vector<double>>& heights) {
  Layout layout;
  std::int64_t processor = 0;
  for (const auto& column : heights) {
    layout.widths.push_back(1.0 / static_cast<double>(heights.size()));
    auto& processors = layout.columns.emplace_back();
    auto& cuts = layout.cuts.emplace_back(1, 0.0);
    for (const double height : column) processors.push_back(processor++), cuts.push_back(cuts.back() + height);
    cuts.back() = 1;
  }
  return layout;
}

/// Up to 6 columns of up to 8 rectangles.
Layout random_columns(std::mt19937& rng) {
  std::vector<std::vector<double>> heights(1 + rng() % 6);
  for (auto& column : heights) {
    column = uneven::test::drawn(rng, 1 + rng() % 8, 1, 50);
    const double sum = std::accumulate(column.begin(), column.end(), 0.0);
    for (double& height : column) height /= sum;
  }
  return columns_of(heights);
}

}  // namespace

// Speeds .25 .31 .63 | 1 1 (Ozawa 2004, Fig. 12): cuts at .2101, .4706 and .5. Those .0294 apart are joined where the
// rectangle above the first (.2605) and the one below the second (.5) grow by the same proportion.
BOOST_AUTO_TEST_CASE(figure_12) {
  const Layout layout = without_small_groups(columns_of({{.25 / 1.19, .31 / 1.19, .63 / 1.19}, {.5, .5}}), 0.06);
  BOOST_TEST(layout.cuts[0][2] == layout.cuts[1][1]);
  BOOST_TEST(layout.cuts[0][1] == .25 / 1.19);
  const double cut = layout.cuts[1][1], first = .56 / 1.19;
  BOOST_TEST((cut - first) / (.31 / 1.19) == (.5 - cut) / .5, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(near_is_both_absolute_and_relative) {
  const auto joined = [](const Layout& layout, double threshold) {
    const Layout after = without_small_groups(layout, threshold);
    return after.cuts[0][1] == after.cuts[1][1];
  };
  const Layout wide = columns_of({{.44, .56}, {.5, .5}});
  BOOST_TEST(joined(wide, 0.06));
  BOOST_TEST(!joined(wide, 0.0599));
  BOOST_TEST(!joined(wide, 0));
  // .03 apart, but .05 is the lowest height they border.
  BOOST_TEST(!joined(columns_of({{.05, .95}, {.08, .92}}), 0.06));
  BOOST_TEST(joined(columns_of({{.06, .94}, {.089, .911}}), 0.06));
}

BOOST_AUTO_TEST_CASE(nothing_vanishes_or_moves_far) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Layout before = random_columns(rng);
      const Layout after = without_small_groups(before, 0.06);
      BOOST_TEST(after.widths == before.widths, boost::test_tools::per_element());
      for (std::size_t c = 0; c < before.cuts.size(); ++c) {
        BOOST_TEST(after.cuts[c].front() == 0.0);
        BOOST_TEST(after.cuts[c].back() == 1.0);
        for (std::size_t i = 1; i < after.cuts[c].size(); ++i) {
          BOOST_TEST(after.cuts[c][i] > after.cuts[c][i - 1]);
          BOOST_TEST(std::abs(after.cuts[c][i] - before.cuts[c][i]) <= 0.06 + 1e-9);
        }
      }
    }
  }
}

// Cuts at .451, .500 and .517: the walk of the paper's rule joins the first two, .049 apart, and leaves .017.
BOOST_AUTO_TEST_CASE(the_closest_are_joined_first) {
  const Layout layout = columns_of({{.451, .549}, {.5, .5}, {.517, .483}});
  const Layout walked = without_small_groups(layout, 0.06);
  BOOST_TEST(walked.cuts[0][1] == walked.cuts[1][1]);
  BOOST_TEST(walked.cuts[1][1] != walked.cuts[2][1]);
  const auto [joined, widest] = with_close_cuts_joined(layout, 0.06);
  BOOST_TEST(joined.cuts[1][1] == joined.cuts[2][1]);
  BOOST_TEST(joined.cuts[0][1] == .451);
  BOOST_TEST(widest == .017, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(with_close_cuts_joined(layout, 0.01).widest == 0);
}

BOOST_AUTO_TEST_CASE(joining_close_cuts_lets_no_rectangle_grow_by_more) {
  int joins = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Layout before = random_columns(rng);
      const double growth = rng() % 2 ? 0.02 : 0.2;
      const auto [after, widest] = with_close_cuts_joined(before, growth);
      joins += widest > 0;
      BOOST_TEST(after.widths == before.widths, boost::test_tools::per_element());
      for (std::size_t c = 0; c < before.cuts.size(); ++c)
        for (std::size_t i = 1; i < after.cuts[c].size(); ++i) {
          const double height = after.cuts[c][i] - after.cuts[c][i - 1];
          BOOST_TEST(height > 0);
          BOOST_TEST(height <= (1 + growth) * (before.cuts[c][i] - before.cuts[c][i - 1]) + 1e-9);
        }
    }
  }
  BOOST_TEST(joins > 100);
}

BOOST_AUTO_TEST_SUITE_END()
