// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

#include "search/scan.hpp"

BOOST_AUTO_TEST_SUITE(search_pruned)

using namespace uneven;
using namespace uneven::search;

namespace {

constexpr std::int64_t kNoBudget = std::numeric_limits<std::int64_t>::max();

/// Few values, so that thousands of examples are equal; codes of 3 x 4 bits, now and then unknown.
Packed random_examples(std::mt19937& rng, const Layout& layout, std::int64_t rows, unsigned values) {
  Packed examples(layout, rows);
  for (std::int64_t row = 0; row < rows; ++row)
    for (int slot = 0; slot < layout.slots(); ++slot) {
      unsigned value = rng() % values;
      if (slot >= layout.bytes + layout.words)
        value = rng() % 8 == 0 ? 0x8000 : (rng() % 3 + 1) << 8 | (rng() % 3 + 1) << 4 | (rng() % 3 + 1);
      examples.set(row, slot, static_cast<std::uint16_t>(value));
    }
  return examples;
}

Query random_query(std::mt19937& rng, const Layout& layout, unsigned values) {
  Query query;
  for (int slot = 0; slot < layout.slots(); ++slot) {
    const bool code = slot >= layout.bytes + layout.words;
    const unsigned digits = rng() % 4 << 8 | rng() % 4 << 4 | rng() % 4;
    query.value.push_back(static_cast<std::uint16_t>(code ? (rng() % 4 == 0 ? 0 : digits) : rng() % (values + 1)));
    query.cost.push_back(static_cast<std::uint32_t>(rng() % 3 == 0 ? 1024 : rng() % 20000));
  }
  return query;
}

std::vector<Neighbour> sorted_by_distance(const Packed& examples, const Query& query, document::Range rows) {
  std::vector<Neighbour> all;
  for (std::int64_t row = rows.first; row < rows.end(); ++row) all.push_back({distance(examples, query, row), row});
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_neighbours_are_those_of_the_scan_for_every_shape_and_budget) {
  std::int64_t walked = 0, scanned = 0;
  for (unsigned seed = 0; seed < 60; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const LevelMasks masks{0xff00, 0xfff0, 0xffff};
      Layout layout{static_cast<int>(rng() % 4), static_cast<int>(rng() % 2), {}};
      layout.codes.assign(layout.slots() == 0 ? 1 + rng() % 2 : rng() % 3, masks);
      const std::int64_t rows = 1 + static_cast<std::int64_t>(rng() % 9000);
      const unsigned values = 1 + rng() % 4;
      const Packed examples = random_examples(rng, layout, rows, values);
      const std::int64_t first = static_cast<std::int64_t>(rng()) % rows;
      const document::Range part{first, 1 + static_cast<std::int64_t>(rng()) % (rows - first)};
      const Index index = make_index(examples, part);
      std::vector<Query> queries;
      for (int q = 0; q < 4; ++q) queries.push_back(random_query(rng, layout, values));
      const Nearest none(1 + rng() % 30, rng() % 2 == 0);
      // Some have seen another part before.
      std::vector<Nearest> before(queries.size(), none);
      if (rng() % 2) scan(examples, queries, {0, part.first}, before);

      auto expected = before;
      scan(examples, queries, part, expected);
      for (const std::int64_t budget : {std::int64_t{0}, std::int64_t{3}, std::int64_t{40}, kNoBudget}) {
        auto nearest = before;
        const std::int64_t left = pruned_scan(examples, index, queries, nearest, budget);
        BOOST_TEST((budget != kNoBudget || left == 0));
        scanned += left, walked += static_cast<std::int64_t>(queries.size()) - left;
        for (std::size_t q = 0; q < queries.size(); ++q) BOOST_TEST((nearest[q].sorted() == expected[q].sorted()));
      }
    }
  BOOST_TEST(walked > 300);
  BOOST_TEST(scanned > 300);
}

BOOST_AUTO_TEST_CASE(thousands_of_equal_examples_are_answered_by_row) {
  std::mt19937 rng(11);
  const Layout layout{2, 0, {{0xff00, 0xfff0, 0xffff}}};
  const Packed examples = random_examples(rng, layout, 20000, 1);  // one group
  const Query query = random_query(rng, layout, 1);
  const auto all = sorted_by_distance(examples, query, {0, 20000});
  const Index index = make_index(examples, {0, 20000});
  BOOST_TEST(index.groups() == 1);
  for (const std::size_t k : {1u, 7u, 3000u}) {
    std::vector<Nearest> nearest{Nearest(static_cast<std::int64_t>(k), false)};
    BOOST_TEST(pruned_scan(examples, index, {&query, 1}, nearest, kNoBudget) == 0);
    BOOST_TEST((nearest[0].sorted() == std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k))));
  }
}

BOOST_AUTO_TEST_CASE(no_examples_are_no_groups_and_no_neighbours) {
  std::mt19937 rng(7);
  const Layout layout{2, 1, {{0xff00, 0xfff0, 0xffff}}};
  const Packed examples = random_examples(rng, layout, 100, 3);
  const Query query = random_query(rng, layout, 3);
  for (const std::int64_t first : {0, 40, 100}) {
    const Index index = make_index(examples, {first, 0});
    BOOST_TEST(index.groups() == 0);
    std::vector<Nearest> nearest{Nearest(5, false)};
    pruned_scan(examples, index, {&query, 1}, nearest, usual_budget(index));
    BOOST_TEST(nearest[0].sorted().empty());
  }
}

BOOST_AUTO_TEST_CASE(an_index_is_the_examples_in_another_order) {
  std::mt19937 rng(5);
  const Layout layout{2, 1, {{0xff00, 0xfff0, 0xffff}}};
  const Packed examples = random_examples(rng, layout, 700, 3);
  const Index index = make_index(examples, {100, 500});
  std::vector<bool> seen(500, false);
  BOOST_TEST(index.group_begin.front() == 0);
  BOOST_TEST(index.group_begin.back() == 500);
  for (std::int64_t g = 0; g < index.groups(); ++g)
    for (auto i = index.group_begin[static_cast<std::size_t>(g)];
         i < index.group_begin[static_cast<std::size_t>(g) + 1]; ++i) {
      const std::int64_t row = 100 + std::int64_t{index.row[static_cast<std::size_t>(i)]};
      seen[static_cast<std::size_t>(row - 100)] = true;
      for (int slot = 0; slot < 3; ++slot)
        BOOST_TEST(examples.get(row, slot) ==
                   index.group_value[static_cast<std::size_t>(slot)][static_cast<std::size_t>(g)]);
      BOOST_TEST(examples.get(row, 3) == index.codes.get(i, 0));
    }
  BOOST_TEST(std::count(seen.begin(), seen.end(), true) == 500);
  BOOST_TEST(index.groups() == 27);
}

BOOST_AUTO_TEST_SUITE_END()
