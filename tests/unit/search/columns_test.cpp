// SPDX-License-Identifier: MIT
// Codes of any number of levels, and numbers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "search/model.hpp"
#include "search/scan.hpp"

using namespace uneven;
using namespace uneven::search;

namespace {

/// Rows of a word, a code, a number and a target.
struct Columns {
  std::size_t levels = 3;
  std::string letters;  ///< of codes
  std::vector<std::vector<std::string>> rows;

  std::string tsv() const {
    std::string text = "word\tcode\tnumber\ttarget\n";
    for (const auto& row : rows) text += row[0] + '\t' + row[1] + '\t' + row[2] + '\t' + row[3] + '\n';
    return text;
  }
};

std::vector<std::string> made_up_row(const Columns& columns, std::mt19937& rng) {
  std::string code;
  for (std::size_t i = 0; i < columns.levels; ++i) code += columns.letters[rng() % columns.letters.size()];
  if (rng() % 8 == 0) code = "---";
  const double number = rng() % 2 ? static_cast<double>(rng() % 9) : std::normal_distribution<>(4, 2)(rng);
  return {std::string(1, static_cast<char>('a' + rng() % 4)), code, std::to_string(number),
          std::string(1, static_cast<char>('p' + rng() % 3))};
}

double plain_weight(const Columns& columns, std::size_t column, const std::string& value) {
  std::map<std::string, double> shared;
  double n = 0, squares = 0;
  for (const auto& row : columns.rows)
    if (row[column] == value) ++shared[row[3]], ++n;
  if (n == 0 || value == "---") return 1;
  for (const auto& [target, k] : shared) squares += k / n * (k / n);
  return 1 / std::sqrt(squares);
}

/// sum w r over strings.
double plain_distance(const Columns& columns, const std::vector<std::string>& query,
                      const std::vector<std::string>& row) {
  double least = 1e300, most = -1e300;
  for (const auto& r : columns.rows) least = std::min(least, std::stod(r[2])), most = std::max(most, std::stod(r[2]));
  std::size_t equal = 0;
  while (equal < columns.levels && query[1] != "---" && row[1] != "---" && query[1][equal] == row[1][equal]) ++equal;
  const auto cut = [&](const std::string& text) { return std::clamp(std::stod(text), least, most); };
  const double range = most > least ? most - least : 1;
  const double r[] = {query[0] != row[0] ? 1.0 : 0.0,
                      1 - static_cast<double>(equal) / static_cast<double>(columns.levels),
                      std::abs(cut(query[2]) - cut(row[2])) / range};
  double sum = 0;
  for (std::size_t c = 0; c < 3; ++c) sum += plain_weight(columns, c, query[c]) * r[c];
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(search_columns)

BOOST_AUTO_TEST_CASE(a_distance_is_that_of_the_definition_and_every_kernel_finds_the_nearest) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 rng(seed);
    Columns columns;
    columns.levels = 1 + rng() % 6;
    for (char c = '!'; c < (rng() % 2 ? '%' : '}'); ++c) columns.letters += c;
    std::erase(columns.letters, '-');
    const std::size_t rows = 2 + rng() % 400;
    while (columns.rows.size() < rows) columns.rows.push_back(made_up_row(columns, rng));
    Columns asked = columns;
    asked.rows.assign({columns.rows[rng() % rows]});
    for (int i = 0; i < 4; ++i) asked.rows.push_back(made_up_row(columns, rng));
    asked.rows.back()[2] = "1e9";
    BOOST_TEST_CONTEXT("seed " << seed << ", " << columns.levels << " levels of " << columns.letters.size()
                               << " letters, " << rows << " rows") {
      const Model model = make_model(read_table(columns.tsv(), "t"),
                                     {{"word"}, {"code"}, {"target"}, {}, {}, {"number"}}, Weighting::okada);
      const auto queries = make_queries(model, read_table(asked.tsv(), "q"));
      for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Neighbour> expected;
        for (std::size_t r = 0; r < rows; ++r) {
          const auto row = static_cast<std::int64_t>(r);
          const std::int64_t found = distance(model.examples, queries[q], row);
          const double plain = plain_distance(columns, asked.rows[q], columns.rows[r]);
          BOOST_TEST(std::abs(static_cast<double>(found) / kDistanceUnit - plain) <= 8.0 / kDistanceUnit);
          std::int64_t sum = 0;
          for (const std::int64_t share : shares(model, queries[q], row)) sum += share;
          BOOST_TEST(sum == found);
          expected.push_back({found, row});
        }
        std::ranges::sort(expected);
        expected.resize(std::min<std::size_t>(7, rows));
        for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512}) {
          if (isa > best_isa()) continue;
          std::vector<Nearest> nearest{Nearest(7, false)};
          scan(model.examples, {&queries[q], 1}, {0, model.examples.rows()}, nearest, isa);
          BOOST_TEST((nearest.front().sorted() == expected), name_of(isa));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_number_is_near_what_is_near) {
  const Model model =
      make_model(read_table("n\tt\n0\tp\n10\tp\n4\tp\n4.0001\tp\n", "t"), {{}, {}, {"t"}, {}, {}, {"n"}}, {});
  const auto query = make_queries(model, read_table("n\n4\n-3\n99\n", "q"));
  const auto of = [&](std::size_t q, std::int64_t row) { return distance(model.examples, query[q], row); };
  BOOST_TEST(of(0, 2) == 0);
  BOOST_TEST(of(0, 3) == 1);  // another number is never at distance 0
  BOOST_TEST(std::abs(of(0, 0) - 4 * kDistanceUnit / 10) <= 1);
  BOOST_TEST(of(1, 0) == 0);
  BOOST_TEST(of(1, 1) == kDistanceUnit);
  BOOST_TEST(of(2, 1) == 0);
}

BOOST_AUTO_TEST_CASE(codes_of_another_length_and_what_is_no_number_are_named_with_their_line) {
  const auto message = [](const std::string& text, const Roles& roles) {
    try {
      make_model(read_table(text, "t.tsv"), roles, Weighting::okada);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  const Roles codes{{}, {"c"}, {"t"}, {}, {}, {}}, numbers{{}, {}, {"t"}, {}, {}, {"c"}};
  BOOST_TEST(message("c\tt\n---\tp\n12345\tp\n123\tp\n", codes) ==
             "t.tsv:4: c: '123' has 3 levels; expected 5 characters, or --- if unknown");
  BOOST_TEST(message("c\tt\n---\tp\n1\tp\n", codes) == "no error");
  BOOST_TEST(message("c\tt\n1\tp\nmany\tp\n", numbers) == "t.tsv:3: c: 'many' is no number; expected one");
  BOOST_TEST(message("c\tt\n1\tp\n1e999\tp\n", numbers) == "t.tsv:3: c: '1e999' is no number; expected one");
}

BOOST_AUTO_TEST_SUITE_END()
