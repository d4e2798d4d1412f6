// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "../cases.hpp"
#include "hbsp/matmul.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_tiles)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;
using document::MatrixPart;

namespace {

/// How often each cell is covered.
std::vector<int> paint(const std::vector<MatrixPart>& parts, std::int64_t rows, std::int64_t columns) {
  std::vector<int> cell(rows * columns, 0);
  for (const auto& part : parts)
    for (std::int64_t i = part.rows.first; i < part.rows.end(); ++i)
      for (std::int64_t j = part.columns.first; j < part.columns.end(); ++j) ++cell.at(i * columns + j);
  return cell;
}

double makespan(const std::vector<MatrixPart>& parts, const std::vector<double>& speed) {
  double most = 0;
  for (const auto& part : parts) most = std::max(most, static_cast<double>(part.cells()) / speed[part.processor]);
  return most;
}

/// The least max_i(width rows_i / v_i) over all ways to share n rows among the processors of a column.
double best_rows(std::int64_t n, const std::vector<double>& speed, std::size_t i = 0) {
  if (i + 1 == speed.size()) return static_cast<double>(n) / speed[i];
  double best = std::numeric_limits<double>::infinity();
  for (std::int64_t own = 0; own <= n; ++own)
    best = std::min(best, std::max(static_cast<double>(own) / speed[i], best_rows(n - own, speed, i + 1)));
  return best;
}

double best_widths(std::int64_t left, std::int64_t n, const std::vector<std::vector<double>>& columns,
                   std::size_t c = 0) {
  if (c == columns.size()) return left == 0 ? 0 : std::numeric_limits<double>::infinity();
  double best = std::numeric_limits<double>::infinity();
  for (std::int64_t width = 0; width <= left; ++width)
    best = std::min(best, std::max(static_cast<double>(width) * best_rows(n, columns[c]),
                                   best_widths(left - width, n, columns, c + 1)));
  return best;
}

std::vector<double> random_speeds(std::size_t count, std::mt19937& rng) {
  std::vector<double> speed(count);
  for (double& s : speed) s = 0.1 + 0.1 * static_cast<double>(rng() % 100);
  return speed;
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_tile_the_matrix_exactly) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 rng(seed);
    const auto speed = random_speeds(1 + rng() % 40, rng);
    const std::pair<std::int64_t, std::int64_t> sizes[] = {{1, 1},  {2, 2},  {5, 5},   {31, 31}, {97, 97},
                                                           {1, 30}, {30, 1}, {7, 300}, {90, 41}};
    for (const auto& [rows, columns] : sizes)
      for (Layout layout : {Layout::alpha, Layout::beta, Layout::gamma}) {
        BOOST_TEST_CONTEXT("seed " << seed << ' ' << rows << " x " << columns << ' ' << document::name_of(layout)) {
          const auto parts = tiles(layout, rows, columns, speed).parts;
          const auto cells = paint(parts, rows, columns);
          BOOST_TEST(std::ranges::count(cells, 1) == rows * columns);
          for (std::size_t k = 0; k < parts.size(); ++k) {
            BOOST_TEST(parts[k].cells() > 0);
            if (k > 0) BOOST_TEST(parts[k - 1].processor < parts[k].processor);
            if (layout == Layout::beta) BOOST_TEST(parts[k].columns.count == columns);
            if (layout == Layout::gamma) BOOST_TEST(parts[k].rows.count == rows);
          }
        }
      }
  }
}

BOOST_AUTO_TEST_CASE(no_whole_rows_and_columns_of_the_same_arrangement_are_faster) {
  test::for_seeds(60, [&](std::mt19937& rng) {
    const auto speed = random_speeds(2 + rng() % 5, rng);
    const std::int64_t n = 5 + rng() % 7;
    const auto parts = tiles(Layout::alpha, n, n, speed).parts;
    if (parts.size() < speed.size()) return;  // the arrangement cannot be read off the blocks
    std::map<std::int64_t, std::vector<double>> by_column;
    for (const auto& part : parts) by_column[part.columns.first].push_back(speed[part.processor]);
    std::vector<std::vector<double>> columns;
    for (const auto& [first, speeds] : by_column) columns.push_back(speeds);
    BOOST_TEST(makespan(parts, speed) == best_widths(n, n, columns), boost::test_tools::tolerance(1e-12));
  });
}

BOOST_AUTO_TEST_CASE(areas_approach_the_shares) {
  const std::vector<double> speed{4, 2, 1, 1};
  for (Layout layout : {Layout::alpha, Layout::beta, Layout::gamma}) {
    const auto parts = tiles(layout, 4096, 4096, speed).parts;
    BOOST_TEST_REQUIRE(parts.size() == 4u);
    for (const auto& part : parts)
      BOOST_TEST(static_cast<double>(part.cells()) / (4096.0 * 4096.0) == speed[part.processor] / 8,
                 boost::test_tools::tolerance(1e-3));
  }
}

BOOST_AUTO_TEST_CASE(a_matrix_and_its_transpose_have_the_same_blocks) {
  test::for_seeds(40, [&](std::mt19937& rng) {
    const auto speed = random_speeds(2 + rng() % 20, rng);
    const std::int64_t rows = 50 + rng() % 400, columns = rows + 1 + rng() % 900;
    auto turned = tiles(Layout::alpha, columns, rows, speed);
    for (auto& part : turned.parts) std::swap(part.rows, part.columns);
    const auto tiling = tiles(Layout::alpha, rows, columns, speed);
    BOOST_TEST(tiling.ratio == turned.ratio, boost::test_tools::tolerance(1e-12));
    BOOST_TEST((tiling.parts == turned.parts));
  });
}

BOOST_AUTO_TEST_CASE(long_matrices_are_cut_into_bands_and_others_into_squares) {
  const std::vector<double> equal(6, 1);
  for (const auto& part : tiles(Layout::alpha, 6000, 10, equal).parts) {
    BOOST_TEST(part.rows.count == 1000);
    BOOST_TEST(part.columns.count == 10);
  }
  const auto squares = tiles(Layout::alpha, 200, 300, equal);
  BOOST_TEST(squares.ratio == 1, boost::test_tools::tolerance(1e-12));
  for (const auto& part : squares.parts) BOOST_TEST((part.rows.count == 100 && part.columns.count == 100));
}

BOOST_AUTO_TEST_CASE(the_fastest_stay_where_cells_are_few) {
  const std::vector<double> speed{1, 3, 2, 5, 4, 1, 1};
  const auto one = tiles(Layout::alpha, 1, 1, speed).parts;
  BOOST_TEST_REQUIRE(one.size() == 1u);
  BOOST_TEST(one[0].processor == 3);
  for (const auto& part : tiles(Layout::alpha, 2, 2, speed).parts) BOOST_TEST(speed[part.processor] >= 2);
  for (const auto& part : tiles(Layout::beta, 3, 3, speed).parts) BOOST_TEST(speed[part.processor] >= 3);
}

BOOST_AUTO_TEST_CASE(who_is_nothing_beside_the_others_has_no_block) {
  const std::vector<double> speed{5e-324, 1e17, 5e-324, 5e-324};
  for (const std::int64_t n : {1, 2, 50}) {
    const auto parts = tiles(Layout::alpha, n, n, speed).parts;
    BOOST_TEST_REQUIRE(parts.size() == 1u);
    BOOST_TEST(parts[0].processor == 1);
    BOOST_TEST(parts[0].cells() == n * n);
  }
}

BOOST_AUTO_TEST_SUITE_END()
