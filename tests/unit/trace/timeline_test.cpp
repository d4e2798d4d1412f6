// SPDX-License-Identifier: MIT
#include "trace/timeline.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(timelines)

using uneven::trace::Timeline;

namespace {

struct Span {
  std::size_t row, account;
  std::int64_t begin_ns, end_ns;
};

/// By the definition.
double overlap(const std::vector<Span>& spans, std::size_t row, std::size_t account, std::int64_t from_ns,
               std::int64_t to_ns) {
  double sum = 0;
  for (const Span& span : spans)
    if (span.row == row && span.account == account)
      sum += static_cast<double>(
          std::max<std::int64_t>(0, std::min(to_ns, span.end_ns) - std::max(from_ns, span.begin_ns)));
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_CASE(columns_hold_what_lies_in_them) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 rng(seed);
      const std::size_t rows = 1 + rng() % 3, most = 1 + rng() % 20;
      const std::int64_t longest = std::int64_t{1} << rng() % 40;
      Timeline timeline(rows, most);
      std::vector<Span> spans;
      std::int64_t end_ns = 0;
      for (std::size_t i = 0; i < 1 + rng() % 30; ++i) {
        const auto begin_ns = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(longest));
        const auto length_ns = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(longest));
        spans.push_back({rng() % rows, rng() % Timeline::accounts, begin_ns, begin_ns + length_ns});
        timeline.add(spans.back().row, spans.back().account, begin_ns, begin_ns + length_ns);
        end_ns = std::max(end_ns, begin_ns + length_ns);
      }
      timeline.settle();
      const auto columns = static_cast<std::int64_t>(timeline.columns()), length_ns = timeline.column_ns();
      BOOST_TEST(timeline.end_ns() == end_ns);
      BOOST_TEST(timeline.columns() <= most);
      if (end_ns >= static_cast<std::int64_t>(8 * most)) BOOST_TEST(5 * timeline.columns() >= 4 * most);
      BOOST_TEST(columns * length_ns >= end_ns);
      BOOST_TEST((columns - 1) * length_ns < std::max<std::int64_t>(1, end_ns));
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t account = 0; account < Timeline::accounts; ++account) {
          for (std::int64_t column = 0; column < columns; ++column)
            BOOST_TEST(
                timeline.ns(row, account, static_cast<std::size_t>(column), static_cast<std::size_t>(column) + 1) ==
                overlap(spans, row, account, column * length_ns, (column + 1) * length_ns));
          BOOST_TEST(timeline.ns(row, account, 0, timeline.columns()) == overlap(spans, row, account, 0, end_ns));
        }
    }
  }
}

BOOST_AUTO_TEST_CASE(ten_years_have_room) {
  Timeline timeline(1, 300);
  timeline.add(0, 1, 0, 1);
  timeline.add(0, 2, Timeline::last_ns - 5, Timeline::last_ns);
  timeline.settle();
  BOOST_TEST(timeline.columns() <= 300u);
  BOOST_TEST(timeline.ns(0, 1, 0, 1) == 1);
  BOOST_TEST(timeline.ns(0, 2, timeline.columns() - 1, timeline.columns()) == 5);
}

BOOST_AUTO_TEST_CASE(nothing_has_no_columns) {
  Timeline timeline(2, 300);
  timeline.settle();
  BOOST_TEST(timeline.columns() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
