// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

#include "base/error.hpp"
#include "shares/blocks.hpp"

BOOST_AUTO_TEST_SUITE(shares_halo)

using namespace uneven;
using namespace uneven::shares;
using document::MatrixPart;
using document::Range;

namespace {

/// Cuts a rectangle anywhere, again and again: blocks in no columns.
void cut(const MatrixPart& whole, int depth, std::mt19937& rng, std::vector<MatrixPart>& blocks) {
  const bool by_rows = rng() % 2 == 0;
  const Range& range = by_rows ? whole.rows : whole.columns;
  if (depth == 0 || range.count < 2) {
    blocks.push_back(whole);
    blocks.back().processor = std::ssize(blocks) - 1;
    return;
  }
  const auto count = static_cast<std::int64_t>(1 + rng() % static_cast<unsigned>(range.count - 1));
  MatrixPart first = whole, second = whole;
  (by_rows ? first.rows : first.columns) = {range.first, count};
  (by_rows ? second.rows : second.columns) = {range.first + count, range.count - count};
  cut(first, depth - 1, rng, blocks);
  cut(second, depth - 1, rng, blocks);
}

/// By sender and receiver, cell by cell: each block gets every cell that is not its own and is at most `halo` rows and
/// columns away from one of its own.
std::map<std::pair<std::size_t, std::size_t>, std::int64_t> cell_by_cell(const std::vector<MatrixPart>& blocks,
                                                                         std::int64_t rows, std::int64_t columns,
                                                                         std::int64_t halo) {
  std::vector<std::size_t> owner(static_cast<std::size_t>(rows * columns));
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::int64_t i = blocks[b].rows.first; i < blocks[b].rows.end(); ++i)
      for (std::int64_t j = blocks[b].columns.first; j < blocks[b].columns.end(); ++j) owner[i * columns + j] = b;
  std::set<std::pair<std::size_t, std::int64_t>> needed;  // block, cell
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t y = std::max<std::int64_t>(0, i - halo); y <= std::min(rows - 1, i + halo); ++y)
        for (std::int64_t x = std::max<std::int64_t>(0, j - halo); x <= std::min(columns - 1, j + halo); ++x)
          if (owner[y * columns + x] != owner[i * columns + j]) needed.emplace(owner[i * columns + j], y * columns + x);
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> cells;
  for (const auto& [block, cell] : needed) ++cells[{owner[cell], block}];
  return cells;
}

std::map<std::pair<std::size_t, std::size_t>, std::int64_t> by_pair(
    const std::vector<std::vector<HaloMessage>>& messages) {
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> cells;
  for (std::size_t from = 0; from < messages.size(); ++from)
    for (const HaloMessage& message : messages[from]) cells[{from, message.to}] = message.cells;
  return cells;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cell_of_the_frame_comes_from_its_owner) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 rng(seed);
    const std::int64_t rows = 1 + rng() % 14, columns = 1 + rng() % 14;
    std::vector<MatrixPart> blocks;
    cut({0, {0, rows}, {0, columns}}, static_cast<int>(rng() % 6), rng, blocks);
    for (const std::int64_t halo : {1, 2, 3, 20}) BOOST_TEST_CONTEXT("seed " << seed << " halo " << halo) {
        const auto messages = halo_messages(blocks, halo);
        BOOST_TEST((by_pair(messages) == cell_by_cell(blocks, rows, columns, halo)));
        for (const auto& list : messages) BOOST_TEST(std::ranges::is_sorted(list, {}, &HaloMessage::to));
      }
  }
}

BOOST_AUTO_TEST_CASE(without_a_halo_neighbours_touch_and_send_nothing) {
  std::mt19937 rng(7);
  std::vector<MatrixPart> blocks;
  cut({0, {0, 12}, {0, 9}}, 4, rng, blocks);
  const auto none = by_pair(halo_messages(blocks, 0)), one = by_pair(halo_messages(blocks, 1));
  BOOST_TEST(none.size() == one.size());
  for (const auto& [pair, cells] : none) {
    BOOST_TEST(cells == 0);
    BOOST_TEST(one.contains(pair));
  }
}

BOOST_AUTO_TEST_CASE(a_block_sends_and_receives_what_its_messages_say) {
  //  0 0 1     Halo 1: block 0 needs column 2, and sends column 1 to block 1, and row 1 to block 2.
  //  0 0 1
  //  2 2 2
  const std::vector<MatrixPart> blocks{{0, {0, 2}, {0, 2}}, {1, {0, 2}, {2, 1}}, {2, {2, 1}, {0, 3}}};
  const HaloCells cells = halo_cells(halo_messages(blocks, 1));
  BOOST_TEST(cells.sent == (std::vector<std::int64_t>{2 + 2, 2 + 1, 3 + 2}), boost::test_tools::per_element());
  BOOST_TEST(cells.received == (std::vector<std::int64_t>{2 + 3, 2 + 2, 2 + 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(too_many_pairs_are_refused) {
  std::vector<MatrixPart> blocks;
  for (std::int64_t i = 0; i < 5000; ++i) blocks.push_back({i, {i, 1}, {0, 1}});
  BOOST_CHECK_EXCEPTION(halo_messages(blocks, 5000), InputError, [](const InputError& e) {
    return std::string(e.what()) ==
           "a halo of 5000 reaches more than 16777216 pairs of blocks; expected a smaller halo or fewer processors";
  });
}

BOOST_AUTO_TEST_SUITE_END()
