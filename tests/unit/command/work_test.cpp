// SPDX-License-Identifier: MIT
#include "command/work.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "../cases.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(command_work)

using namespace uneven;
using namespace uneven::command;
using document::CallMethod;

namespace {

/// Rows in bands, one for each rank; an empty one is that of a rank without a block.
document::ArrayShares bands(const std::vector<std::int64_t>& rows, std::int64_t columns) {
  document::ArrayShares plan;
  plan.rows = 0;
  plan.columns = columns;
  plan.cluster.resize(rows.size());
  for (std::int64_t rank = 0; rank < std::ssize(rows); ++rank) {
    const auto count = rows[static_cast<std::size_t>(rank)];
    if (count == 0)
      plan.left_out.push_back(rank);
    else
      plan.blocks.push_back({{rank, {plan.rows, count}, {0, columns}}, {}, 0});
    plan.rows += count;
  }
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_units_of_an_array_are_its_cells_block_after_block) {
  test::for_seeds(100, [&](std::mt19937& rng) {
    std::vector<std::int64_t> rows(1 + rng() % 6);
    for (auto& count : rows) count = rng() % 4;
    rows[rng() % rows.size()] = 3;
    const std::int64_t columns = 1 + rng() % 9;
    const Work work = work_of(bands(rows, columns));
    std::set<std::pair<std::int64_t, std::int64_t>> cells;
    std::int64_t next = 0;
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
      BOOST_TEST(work.ranges[rank].first == next);
      BOOST_TEST(work.ranges[rank].count == rows[rank] * columns);
      next = work.ranges[rank].end();
      const auto told = values_of(work, work.ranges[rank], static_cast<int>(rank));
      BOOST_TEST(told.rank == static_cast<std::int64_t>(rank));
      BOOST_TEST(told.ranks == std::ssize(rows));
      for (std::int64_t row = told.rows->first; row < told.rows->end(); ++row)
        for (std::int64_t column = told.columns->first; column < told.columns->end(); ++column)
          BOOST_TEST(cells.insert({row, column}).second);
    }
    BOOST_TEST(work.count == next);
    BOOST_TEST(std::ssize(cells) == next);
  });
}

BOOST_AUTO_TEST_CASE(blocks_of_equally_many_cells_are_told_apart) {
  const std::string sum = checksum_of_blocks(work_of(bands({2, 1}, 6)));
  BOOST_TEST(sum != "");
  BOOST_TEST(sum == checksum_of_blocks(work_of(bands({2, 1}, 6))));
  BOOST_TEST(sum != checksum_of_blocks(work_of(bands({1, 2}, 6))));
  BOOST_TEST(sum != checksum_of_blocks(work_of(bands({4, 2}, 3))));
  document::HbspElements elements;
  elements.count = 18;
  BOOST_TEST(checksum_of_blocks(work_of(elements)) == "");
}

BOOST_AUTO_TEST_CASE(blocks_are_not_cut) {
  const Work work = work_of(bands({2, 1}, 6));
  BOOST_CHECK_NO_THROW(require_fitting({}, work));
  for (const CallMethod method : {CallMethod::self_scheduling, CallMethod::stealing}) {
    document::CommandOptions options;
    options.method = method;
    BOOST_CHECK_THROW(require_fitting(options, work), UsageError);
  }
  document::CommandOptions cut, lines;
  cut.piece = 2;
  lines.lines = "lines.txt";
  BOOST_CHECK_THROW(require_fitting(cut, work), UsageError);
  BOOST_CHECK_THROW(require_fitting(lines, work), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
