// SPDX-License-Identifier: MIT
#include "search/vectors.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

using namespace uneven;
using namespace uneven::search;

namespace {

using Vectors = std::vector<std::vector<float>>;

/// The definition, in more than double precision.
long double plain_distance(Metric metric, const std::vector<float>& a, const std::vector<float>& b) {
  long double differences = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const long double x = a[i], y = b[i];
    differences += (x - y) * (x - y);
    aa += x * x, bb += y * y, ab += x * y;
  }
  return metric == Metric::l2 ? differences : 1 - ab / (std::sqrt(aa) * std::sqrt(bb));
}

Packed packed(const Vectors& rows) {
  Packed examples(Layout{.floats = std::ssize(rows.front())}, std::ssize(rows));
  for (std::size_t r = 0; r < rows.size(); ++r)
    std::ranges::copy(rows[r], examples.vector(static_cast<std::int64_t>(r)));
  return examples;
}

std::vector<Query> queries_of(const Vectors& rows) {
  std::vector<Query> queries;
  for (const auto& row : rows) queries.push_back({{}, {}, row});
  return queries;
}

constexpr Isa all_isas[] = {Isa::portable, Isa::avx2, Isa::avx512};

/// The answers of a scan by parts, in any order.
std::vector<std::vector<Neighbour>> answers(const Packed& examples, const std::vector<Query>& queries, Metric metric,
                                            std::int64_t k, bool ties, Isa isa, std::mt19937& rng) {
  std::vector<document::Range> parts;
  for (std::int64_t at = 0; at < examples.rows();) {
    const std::int64_t most = examples.rows() - at;
    const std::int64_t count = rng() % 2 ? most : 1 + static_cast<std::int64_t>(rng() % static_cast<unsigned>(most));
    parts.push_back({at, count});
    at += count;
  }
  std::ranges::shuffle(parts, rng);
  std::vector<Nearest> nearest(queries.size(), Nearest(k, ties));
  VectorScan scan(examples, queries, metric, isa);
  for (const document::Range part : parts) scan(part, nearest);
  std::vector<std::vector<Neighbour>> found;
  for (const Nearest& n : nearest) found.push_back(n.sorted());
  return found;
}

/// Whole numbers, whose squares are exact, so that ties are; numbers with an offset, for which the products lose all
/// digits; very large, very small, and both.
const std::vector<std::function<float(std::mt19937&)>> numbers{
    [](std::mt19937& rng) { return static_cast<float>(rng() % 3) + 1; },
    [](std::mt19937& rng) { return std::normal_distribution<float>()(rng); },
    [](std::mt19937& rng) { return 1000 + std::normal_distribution<float>()(rng) / 64; },
    [](std::mt19937& rng) { return 1e30F * std::normal_distribution<float>()(rng); },
    [](std::mt19937& rng) { return 1e-25F * std::normal_distribution<float>()(rng); },
    [](std::mt19937& rng) {
      return std::ldexp(std::normal_distribution<float>()(rng), static_cast<int>(rng() % 200) - 100);
    }};

}  // namespace

BOOST_AUTO_TEST_SUITE(search_vectors)

BOOST_AUTO_TEST_CASE(the_nearest_are_those_of_the_definition_on_every_processor) {
  for (unsigned seed = 0; seed < 120; ++seed) {
    std::mt19937 rng(seed);
    const auto& number = numbers[seed % numbers.size()];
    const auto metric = rng() % 2 ? Metric::l2 : Metric::cosine;
    const std::size_t floats = std::vector<std::size_t>{1, 2, 7, 16, 37, 128}[rng() % 6];
    const auto made = [&](std::size_t count) {
      Vectors rows(count, std::vector<float>(floats));
      for (auto& row : rows)
        for (float& x : row) x = number(rng);
      return rows;
    };
    Vectors rows = made(1 + rng() % (rng() % 4 ? 200 : 2500));
    for (std::size_t i = 0; i < rows.size() / 8; ++i) rows[rng() % rows.size()] = rows[rng() % rows.size()];
    Vectors asked = made(1 + rng() % 12);
    asked.front() = rows[rng() % rows.size()];
    const auto k = static_cast<std::int64_t>(1 + rng() % 12);
    const bool ties = rng() % 2;
    BOOST_TEST_CONTEXT("seed " << seed << ", " << name_of(metric) << ", " << rows.size() << " x " << floats << ", "
                               << asked.size() << " queries, k " << k << ", ties " << ties) {
      const Packed examples = packed(rows);
      const auto queries = queries_of(asked);
      std::vector<std::vector<std::vector<Neighbour>>> found;
      for (const Isa isa : all_isas)
        if (isa <= best_isa()) found.push_back(answers(examples, queries, metric, k, ties, isa, rng));
      for (const auto& other : found) BOOST_TEST((other == found.front()));
      for (std::size_t q = 0; q < asked.size(); ++q) {
        std::vector<std::pair<double, std::int64_t>> expected;
        for (std::size_t r = 0; r < rows.size(); ++r)
          expected.emplace_back(vector_distance(metric, asked[q].data(), rows[r].data(), std::ssize(asked[q])), r);
        std::ranges::sort(expected);
        std::size_t count = std::min(static_cast<std::size_t>(k), rows.size());
        while (ties && count < rows.size() && expected[count].first == expected[count - 1].first) ++count;
        BOOST_TEST_REQUIRE(found.front()[q].size() == count);
        for (std::size_t i = 0; i < count; ++i) {
          BOOST_TEST(found.front()[q][i].row == expected[i].second);
          BOOST_TEST(distance_of(found.front()[q][i].distance) == expected[i].first);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_distance_is_that_of_the_definition_to_the_last_digits) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 rng(seed);
    const auto& number = numbers[seed % numbers.size()];
    std::vector<float> a(1 + rng() % 70), b(a.size());
    for (float& x : a) x = number(rng);
    for (float& x : b) x = number(rng);
    for (const Metric metric : {Metric::l2, Metric::cosine}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << name_of(metric)) {
        const double found = vector_distance(metric, a.data(), b.data(), std::ssize(a));
        const long double expected = plain_distance(metric, a, b);
        const long double scale = metric == Metric::l2 ? expected : 1;
        BOOST_TEST(std::abs(found - expected) <= 1e-14L * scale);
        BOOST_TEST(found >= 0);
        BOOST_TEST(vector_distance(metric, b.data(), a.data(), std::ssize(a)) == found);
        if (metric == Metric::l2) BOOST_TEST(vector_distance(metric, a.data(), a.data(), std::ssize(a)) == 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(distances_have_the_order_of_their_numbers) {
  const double increasing[] = {0, 5e-324, 1e-300, 0.5, 1, std::nextafter(1.0, 2.0), 3, 1e300};
  for (std::size_t i = 0; i < std::size(increasing); ++i) {
    BOOST_TEST(distance_of(ordinal_of(increasing[i])) == increasing[i]);
    if (i > 0) BOOST_TEST(ordinal_of(increasing[i - 1]) < ordinal_of(increasing[i]));
  }
  BOOST_TEST(ordinal_of(0) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
