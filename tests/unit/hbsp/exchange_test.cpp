// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <map>

#include "collective/allreduce.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "simulate/replay.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_exchange)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;
using document::Range;

namespace {

document::HbspMatmul plan_of(document::ProductSize size, std::int64_t panel, document::Layouts layout, std::size_t p) {
  std::vector<document::Processor> cluster(p);
  for (std::size_t i = 0; i < p; ++i) cluster[i].speed = 1 + static_cast<double>((i * 7) % 5);
  return plan_matmul({.size = size, .layout = layout, .panel = panel}, cluster);
}

std::int64_t cells(const Piece& piece) { return piece.rows.count * piece.columns.count; }

/// How often the pieces cover each cell of rows x columns; none may lie outside.
bool cover_exactly(const std::vector<Piece>& pieces, Range rows, Range columns) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> seen;
  for (const Piece& piece : pieces)
    for (std::int64_t i = piece.rows.first; i < piece.rows.end(); ++i)
      for (std::int64_t j = piece.columns.first; j < piece.columns.end(); ++j) ++seen[{i, j}];
  if (std::ssize(seen) != rows.count * columns.count) return false;
  for (const auto& [cell, times] : seen)
    if (times != 1 || cell.first < rows.first || cell.first >= rows.end() || cell.second < columns.first ||
        cell.second >= columns.end())
      return false;
  return true;
}

template <class Check>
void for_all_layouts(Check check) {
  const Layout all[] = {Layout::alpha, Layout::beta, Layout::gamma};
  for (Layout a : all)
    for (Layout b : all)
      for (Layout c : all)
        for (std::size_t p : {1u, 4u, 7u}) {
          const auto size = p == 4 ? document::ProductSize(9, 13, 21) : document::ProductSize(13);
          const auto plan = plan_of(size, 5, {a, b, c}, p);
          BOOST_TEST_CONTEXT(document::name_of(a)
                             << ' ' << document::name_of(b) << ' ' << document::name_of(c) << ' ' << p) {
            check(plan);
          }
        }
}

}  // namespace

BOOST_AUTO_TEST_CASE(panels_cover_every_line_once_and_the_last_comes_first) {
  for (std::int64_t n = 1; n <= 60; ++n) {
    BOOST_TEST_CONTEXT("size " << n) {
      auto runs = panels(plan_of(n, 3, {}, 2));
      BOOST_TEST(runs.front().end() == n);
      std::ranges::sort(runs, {}, &Range::first);
      std::int64_t next = 0;
      for (const Range& run : runs) {
        BOOST_TEST(run.first == next);
        BOOST_TEST(run.count == std::min<std::int64_t>(n - next, 3));
        next = run.end();
      }
      BOOST_TEST(next == n);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_first_panel_comes_in_parts) {
  const auto runs = panels(plan_of(1000, 200, {}, 2));
  BOOST_TEST(runs.size() == 8U);
  for (std::size_t t = 0; t < 4; ++t) BOOST_TEST((runs[t] == Range{950 - 50 * static_cast<std::int64_t>(t), 50}));
  BOOST_TEST(panels(plan_of(1000, 40, {}, 2)).front().count == 20);
}

BOOST_AUTO_TEST_CASE(neighbouring_panels_come_at_different_times) {
  const auto runs = panels(plan_of(100, 1, {}, 2));
  for (std::size_t t = 1; t < runs.size(); ++t) BOOST_TEST(std::abs(runs[t].first - runs[t - 1].first) > 25);
  // A quarter of the panels is at any time used by a quarter of the steps, give or take one or two.
  for (std::int64_t first : {0, 25, 50, 75})
    for (std::size_t t = 0; t < runs.size(); t += 20) {
      const auto in_quarter = std::count_if(runs.begin() + t, runs.begin() + t + 20, [&](const Range& run) {
        return run.first >= first && run.first < first + 25;
      });
      BOOST_TEST(std::abs(in_quarter - 5) <= 2);
    }
}

BOOST_AUTO_TEST_CASE(everyone_receives_each_cell_it_needs_once) {
  for_all_layouts([](const document::HbspMatmul& plan) {
    for (const Range& panel : panels(plan))
      for (const auto& block : plan.rectangles) {
        const Exchange mine = exchange(plan, block.processor, panel);
        BOOST_TEST(cover_exactly(mine.a_received, block.rows, panel));
        BOOST_TEST(cover_exactly(mine.b_received, panel, block.columns));
      }
  });
}

BOOST_AUTO_TEST_CASE(what_one_sends_another_receives_and_the_sums_are_the_predicted_traffic) {
  for_all_layouts([](const document::HbspMatmul& plan) {
    using Message = std::tuple<char, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    std::map<Message, std::int64_t> messages;
    std::vector<double> sent(plan.cluster.size(), 0.0), received = sent, count = sent;
    for (const Range& panel : panels(plan))
      for (std::int64_t q = 0; q < std::ssize(plan.cluster); ++q) {
        const Exchange mine = exchange(plan, q, panel);
        const auto note = [&](char matrix, const std::vector<Piece>& pieces, bool sends) {
          for (const Piece& piece : pieces) {
            if (piece.partner == q) continue;
            const std::int64_t from = sends ? q : piece.partner, to = sends ? piece.partner : q;
            messages[{matrix, from, to, piece.rows.first, piece.columns.first}] += sends ? cells(piece) : -cells(piece);
            (sends ? sent : received)[q] += static_cast<double>(cells(piece));
            ++count[q];
          }
        };
        note('a', mine.a_sent, true);
        note('a', mine.a_received, false);
        note('b', mine.b_sent, true);
        note('b', mine.b_received, false);
      }
    for (const auto& [message, surplus] : messages) BOOST_TEST(surplus == 0);
    const auto predicted = traffic(plan);
    for (std::size_t q = 0; q < predicted.size(); ++q) {
      BOOST_TEST(sent[q] == predicted[q].sent);
      BOOST_TEST(received[q] == predicted[q].received);
      BOOST_TEST(count[q] == predicted[q].messages);
    }
  });
}

BOOST_AUTO_TEST_CASE(segments_are_the_same_blocks_in_rows_that_leave_in_one_piece) {
  const std::vector<Piece> pieces = {{1, {5, 30}, {2, 1000}}, {2, {0, 3}, {0, 10'000}}, {3, {7, 4}, {1, 1}}};
  const auto segments = in_segments(pieces, 8);
  for (const Piece& piece : pieces) {
    std::int64_t next = piece.rows.first;
    for (const Piece& segment : segments) {
      if (segment.partner != piece.partner) continue;
      BOOST_TEST((segment.columns == piece.columns));
      BOOST_TEST(segment.rows.first == next);
      BOOST_TEST((8 * cells(segment) <= collective::segment_bytes || segment.rows.count == 1));
      next = segment.rows.end();
    }
    BOOST_TEST(next == piece.rows.end());
  }
  BOOST_TEST(segments.size() == 5U + 3U + 1U);
}

BOOST_AUTO_TEST_CASE(memory_is_the_parts_and_the_panels_under_way) {
  const auto plan = plan_of(8, 2, {}, 4);
  const auto& block = plan.rectangles[1];
  const std::int64_t received = 2 * (block.rows.count + block.columns.count), packed = 2 * block.rows.count;
  const std::int64_t elements = 3 * block.cells() + 4 * (received + packed);
  BOOST_TEST(matmul_memory(plan, 8).at(static_cast<std::size_t>(block.processor)) == 8 * elements);
}

BOOST_AUTO_TEST_CASE(there_are_places_for_the_panels_under_way_and_no_more) {
  const auto alone = [](std::int64_t panel) { return places(plan_of(100, panel, {}, 1)); };
  const auto two = [](std::int64_t panel) { return places(plan_of(100, panel, {}, 2)); };
  BOOST_TEST(alone(5) == std::vector<std::int64_t>({5, 5}), boost::test_tools::per_element());
  BOOST_TEST(alone(100) == std::vector<std::int64_t>({25, 25}), boost::test_tools::per_element());
  BOOST_TEST(two(1) == std::vector<std::int64_t>(17, 1), boost::test_tools::per_element());
  BOOST_TEST(two(5) == std::vector<std::int64_t>(17, 5), boost::test_tools::per_element());
  BOOST_TEST(two(40) == std::vector<std::int64_t>({20, 40, 40}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
