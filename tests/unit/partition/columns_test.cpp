// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <limits>
#include <numeric>

#include "../cases.hpp"
#include "columns_programme.hpp"
#include "oracle.hpp"
#include "partition/search/methods.hpp"

BOOST_AUTO_TEST_SUITE(columns_search)

using namespace uneven::partition;

namespace {

const Collective all_collectives[] = {Collective::linear, Collective::tree, Collective::ring};
constexpr std::int64_t scale = std::int64_t{1} << 40;  // ring rounds below the unit

std::vector<std::int64_t> scaled(std::vector<std::int64_t> speeds) {
  for (auto& speed : speeds) speed *= scale;
  return speeds;
}

std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

double share_of(Wide maximum, std::int64_t total) { return static_cast<double>(maximum) / static_cast<double>(total); }

}  // namespace

// Ozawa 2004, Fig. 7: t_C(5) of the shares .05 .10 .20 .30 .35.
BOOST_AUTO_TEST_CASE(figure_7) {
  const ColumnsSearch search({5, 10, 20, 30, 35}, Collective::linear);
  const auto programme = columns_programme({5, 10, 20, 30, 35}, Collective::linear);
  const std::int64_t expected[] = {400, 70, 50, 15, 0};
  for (std::int64_t columns = 1; columns <= 5; ++columns) {
    BOOST_TEST(static_cast<std::int64_t>(search.least_maximum(columns)) == expected[columns - 1]);
    BOOST_TEST(static_cast<std::int64_t>(programme[columns - 1].maximum) == expected[columns - 1]);
  }
  BOOST_TEST(search.sizes(2, 70) == (std::vector<std::int64_t>{3, 2}), boost::test_tools::per_element());
}

// Ozawa 2004, Fig. 12.
BOOST_AUTO_TEST_CASE(figure_12) {
  const ColumnsSearch search({25, 31, 63, 100, 100}, Collective::linear);
  BOOST_TEST(search.sizes(2, search.least_maximum(2)) == (std::vector<std::int64_t>{3, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_column_sizes_are_better) {
  for (unsigned seed = 0; seed < uneven::test::cases(60); ++seed) {
    for (const Collective collective : all_collectives) {
      BOOST_TEST_CONTEXT("seed " << seed << " " << name_of(collective)) {
        std::mt19937 rng(seed);
        const auto speeds = oracle::random_speeds(rng, 1 + rng() % 12, seed % 2 ? 9 : 1000);
        const ColumnsSearch search(scaled(speeds), collective);
        for (std::int64_t columns = 1; columns <= search.processors(); ++columns) {
          double least = std::numeric_limits<double>::infinity();
          oracle::each_composition(search.processors(), columns, [&](const oracle::Sizes& sizes) {
            least = std::min(least, oracle::maximum(speeds, sizes, name_of(collective)));
          });
          const Wide found = search.least_maximum(columns);
          BOOST_TEST(std::abs(share_of(found, search.total()) - least) < 1e-9);
          const auto sizes = search.sizes(columns, found);
          BOOST_TEST(static_cast<std::int64_t>(sizes.size()) == columns);
          BOOST_TEST(sum(sizes) == search.processors());
          BOOST_TEST(std::abs(oracle::maximum(speeds, sizes, name_of(collective)) - least) < 1e-9);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(equals_the_programme) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (const Collective collective : all_collectives) {
      BOOST_TEST_CONTEXT("seed " << seed << " " << name_of(collective)) {
        std::mt19937 rng(seed);
        const auto speeds = scaled(oracle::random_speeds(rng, seed == 0 ? 200 : 1 + rng() % 100, seed % 3 ? 1000 : 2));
        const ColumnsSearch search(speeds, collective);
        const auto programme = columns_programme(speeds, collective);
        for (const ProgrammeRow& row : programme) {
          const Wide found = search.least_maximum(static_cast<std::int64_t>(row.sizes.size()));
          BOOST_TEST((found == row.maximum));
          BOOST_TEST(sum(row.sizes) == search.processors());
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_sweep_finds_the_best_number_of_columns) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    for (const Collective collective : all_collectives) {
      BOOST_TEST_CONTEXT("seed " << seed << " " << name_of(collective)) {
        std::mt19937 rng(seed);
        const auto speeds = scaled(oracle::random_speeds(rng, 1 + rng() % 60, seed % 3 ? 1000 : 3));
        const auto size = [&] { return static_cast<std::int64_t>(1 + rng() % (1u << rng() % 12)); };
        const Problem problem{{size(), size(), size()}, size(), collective};
        const ColumnsSearch search(speeds, collective);

        double least = std::numeric_limits<double>::infinity();
        std::int64_t fewest = 0;
        for (const ProgrammeRow& row : columns_programme(speeds, collective)) {
          const auto columns = static_cast<std::int64_t>(row.sizes.size());
          const double value = elements(problem, row.maximum, search.total(), columns);
          if (value < least) least = value, fewest = columns;
        }
        const Visited* best = nullptr;
        double best_value = std::numeric_limits<double>::infinity();
        const auto visited = sweep(search, problem);
        for (const Visited& v : visited) {
          const double value = elements(problem, v.maximum, search.total(), v.columns);
          if (value < best_value) best = &v, best_value = value;
        }
        BOOST_REQUIRE(best);
        BOOST_TEST(best_value == least);
        BOOST_TEST(best->columns == fewest);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
