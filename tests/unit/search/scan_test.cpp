// SPDX-License-Identifier: MIT
#include "search/scan.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "oracle.hpp"
#include "search/model.hpp"

BOOST_AUTO_TEST_SUITE(search_scan)

using namespace uneven::search;
namespace oracle = search_oracle;

namespace {

struct Case {
  Model model;
  std::vector<Query> queries;
};

Case make_case(const oracle::Data& data, const std::vector<oracle::Row>& queries, Weighting weighting) {
  const Roles roles{data.names(false), data.names(true), {"t"}, {}, {}};
  Case result{make_model(read_table(data.tsv(), "examples"), roles, weighting), {}};
  result.queries =
      make_queries(result.model, read_table(oracle::Data{data.equal, data.codes, queries}.tsv(), "queries"));
  return result;
}

std::vector<Isa> isas() {
  std::vector<Isa> result{Isa::portable};
  if (best_isa() >= Isa::avx2) result.push_back(Isa::avx2);
  if (best_isa() >= Isa::avx512) result.push_back(Isa::avx512);
  return result;
}

std::vector<std::pair<long, long>> plain(const Nearest& nearest) {
  std::vector<std::pair<long, long>> result;
  for (const Neighbour& n : nearest.sorted()) result.emplace_back(n.distance, n.row);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(neighbours_are_those_of_a_plain_sort_for_every_shape_and_instruction_set) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 rng(seed);
    const bool default_shape = seed % 3 == 0;
    const std::size_t equal = default_shape ? 5 : rng() % 4, codes = default_shape ? 2 : (equal == 0) + rng() % 3;
    const std::size_t rows = 1 + rng() % 700;
    const unsigned values = seed % 5 == 4 ? 600 : 3;  // 600 values need columns of two bytes
    const auto data = oracle::random_data(rng, equal, codes, rows, values);
    std::vector<oracle::Row> questions;
    for (int q = 0; q < 3; ++q) questions.push_back(oracle::random_row(rng, equal, codes, values + 1));
    const bool inverse = rng() % 2 == 0, ties = rng() % 2 == 0;
    const std::size_t k = 1 + rng() % (rng() % 2 ? 12 : rows + 3);
    const auto c = make_case(data, questions, inverse ? Weighting::okada : Weighting::sumita);
    for (const Isa isa : isas()) BOOST_TEST_CONTEXT("seed " << seed << " " << name_of(isa)) {
        std::vector<Nearest> nearest(c.queries.size(), Nearest(static_cast<std::int64_t>(k), ties));
        scan(c.model.examples, c.queries, {0, static_cast<std::int64_t>(rows)}, nearest, isa);
        for (std::size_t q = 0; q < questions.size(); ++q)
          BOOST_TEST((plain(nearest[q]) == oracle::nearest(data, questions[q], k, ties, inverse)));
      }
  }
}

BOOST_AUTO_TEST_CASE(parts_scanned_in_any_order_and_merged_give_the_same_neighbours) {
  for (unsigned seed = 0; seed < 40; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::size_t rows = 50 + rng() % 3000;
      const auto data = oracle::random_data(rng, 2, 1, rows, 2);  // thousands of ties
      const auto question = oracle::random_row(rng, 2, 1, 2);
      const bool ties = seed % 2 == 0;
      const std::size_t k = 1 + rng() % 20;
      const auto c = make_case(data, {question}, Weighting::okada);

      std::vector<std::int64_t> cuts{0, static_cast<std::int64_t>(rows)};
      for (int i = 0; i < 6; ++i) cuts.push_back(static_cast<std::int64_t>(rng() % rows));
      std::sort(cuts.begin(), cuts.end());
      std::vector<std::size_t> order(cuts.size() - 1);
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), rng);

      const Nearest none(static_cast<std::int64_t>(k), ties);
      std::vector<Nearest> ranks(3, none);
      for (const std::size_t part : order)
        scan(c.model.examples, c.queries, {cuts[part], cuts[part + 1] - cuts[part]}, {&ranks[rng() % 3], 1});
      Nearest joined = none;
      for (const Nearest& rank : ranks) joined.merge(rank.sorted());
      BOOST_TEST((plain(joined) == oracle::nearest(data, question, k, ties, true)));
    }
}

BOOST_AUTO_TEST_CASE(distances_beyond_sixteen_bits_are_exact) {
  // 700 patterns, one each: weight sqrt(700) = 26.5, a distance of up to 106 = 325,000 units.
  oracle::Data data{3, 1, {}};
  std::mt19937 rng(7);
  for (int r = 0; r < 700; ++r) {
    auto row = oracle::random_row(rng, 3, 1, 2);
    row.back() = "p" + std::to_string(r);
    data.rows.push_back(row);
  }
  oracle::Row question = data.rows.front();
  const auto c = make_case(data, {question}, Weighting::okada);
  for (const Isa isa : isas())
    for (const std::int64_t k : {1, 40, 700}) {
      std::vector<Nearest> nearest{Nearest(k, false)};
      scan(c.model.examples, c.queries, {0, 700}, nearest, isa);
      BOOST_TEST((plain(nearest[0]) == oracle::nearest(data, question, static_cast<std::size_t>(k), false, true)));
    }
  BOOST_TEST(oracle::all_neighbours(data, question, true).back().first > 65535);
}

BOOST_AUTO_TEST_CASE(shares_add_up_to_the_distance) {
  std::mt19937 rng(3);
  const auto data = oracle::random_data(rng, 3, 2, 50, 3);
  const auto c = make_case(data, {oracle::random_row(rng, 3, 2, 3)}, Weighting::okada);
  for (std::int64_t row = 0; row < 50; ++row) {
    const auto share = shares(c.model, c.queries[0], row);
    BOOST_TEST(share.size() == 5u);
    BOOST_TEST(std::accumulate(share.begin(), share.end(), std::int64_t{0}) ==
               distance(c.model.examples, c.queries[0], row));
  }
}

BOOST_AUTO_TEST_CASE(a_rank_that_holds_its_share_alone_finds_what_the_whole_table_has_there) {
  for (unsigned seed = 0; seed < 40; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::size_t rows = 50 + rng() % 1000;
      const auto data = oracle::random_data(rng, 2, 1, rows, 3);
      const auto c = make_case(data, {oracle::random_row(rng, 2, 1, 3)}, Weighting::okada);
      const Packed& whole = c.model.examples;
      const auto first = static_cast<std::int64_t>(rng() % rows);
      const uneven::document::Range share{
          first, static_cast<std::int64_t>(rng() % (rows - static_cast<std::size_t>(first))) + 1};
      Packed part(whole.layout(), share);
      BOOST_TEST(part.tiles() <= (share.count + 2 * kTile - 2) / kTile);
      for (std::int64_t row = share.first; row < share.end(); ++row)
        for (int slot = 0; slot < whole.layout().slots(); ++slot) part.set(row, slot, whole.get(row, slot));
      std::vector<Nearest> of_whole(1, Nearest(5, seed % 2)), of_part = of_whole, of_index = of_whole;
      scan(whole, c.queries, share, of_whole);
      scan(part, c.queries, share, of_part);
      BOOST_TEST((plain(of_part[0]) == plain(of_whole[0])));
      pruned_scan(part, make_index(part, share), c.queries, of_index, 1000);
      BOOST_TEST((plain(of_index[0]) == plain(of_whole[0])));
    }
}

BOOST_AUTO_TEST_SUITE_END()
