// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <queue>
#include <random>

#include "command/work.hpp"

BOOST_AUTO_TEST_SUITE(command_dealer)

using namespace uneven::command;
using uneven::document::CallMethod;
using uneven::document::Range;

namespace {

struct Example {
  Cutting cutting;
  std::vector<Range> shares, done;
  std::vector<double> speed;
  std::int64_t count = 0;
};

Example example(unsigned seed) {
  std::mt19937 rng(seed);
  Example made;
  const std::size_t ranks = 1 + rng() % 5;
  made.cutting.method = std::vector{CallMethod::shares, CallMethod::self_scheduling, CallMethod::stealing}[rng() % 3];
  made.cutting.multiple_of = 1 + rng() % 4;
  made.cutting.least = 1 + rng() % 10;
  if (rng() % 3 == 0) made.cutting.piece = 1 + rng() % 20;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::int64_t units = rng() % 4 == 0 ? 0 : static_cast<std::int64_t>(rng() % 40) * made.cutting.multiple_of;
    made.shares.push_back({made.count, units});
    made.speed.push_back(1 + rng() % 9);
    made.count += units;
  }
  return made;
}

/// Marks units as dealt. @return  whether none of them was before.
bool mark(std::vector<bool>& units, Range range) {
  bool fresh = true;
  for (std::int64_t i = range.first; i < range.end(); ++i) {
    fresh = fresh && !units[static_cast<std::size_t>(i)];
    units[static_cast<std::size_t>(i)] = true;
  }
  return fresh;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_unit_that_is_not_done_is_dealt_once_whoever_asks_when) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      Example made = example(seed);
      std::mt19937 rng(seed + 1000);
      std::vector<bool> dealt(static_cast<std::size_t>(made.count));
      for (int i = 0; i < 3 && made.count > 0; ++i) {  // done before, at multiples
        const std::int64_t multiple = made.cutting.multiple_of;
        const auto first = static_cast<std::int64_t>(rng()) % (made.count / multiple) * multiple;
        const Range range{first, std::min<std::int64_t>(made.count - first, (1 + rng() % 3) * multiple)};
        if (std::any_of(dealt.begin() + range.first, dealt.begin() + range.end(), [](bool b) { return b; })) continue;
        made.done.push_back(range);
        mark(dealt, range);
      }
      Dealer dealer(made.cutting, made.shares, made.speed, made.done);
      int idle = 0;
      while (idle < 200) {
        const int rank = static_cast<int>(rng() % made.shares.size());
        const auto piece = dealer.next(rank);
        if (!piece) {
          ++idle;
          continue;
        }
        idle = 0;
        if (rng() % 2) dealer.learn(rank, piece->units.count, 0.1 + rng() % 9);
        BOOST_TEST(made.shares[static_cast<std::size_t>(rank)].count > 0);
        BOOST_TEST(piece->units.count > 0);
        BOOST_TEST(mark(dealt, piece->units));
        BOOST_TEST(piece->units.first % made.cutting.multiple_of == 0);
        if (rng() % 5 == 0) {  // it fails: dealt again, to another rank if there is one
          auto failed = *piece;
          failed.failed_at = rank;
          dealer.give_back(failed);
          const auto sharing = std::ranges::count_if(made.shares, [](Range r) { return r.count > 0; });
          for (int other = 0; other < std::ssize(made.shares); ++other) {
            if (other == rank && sharing > 1) continue;
            if (const auto again = dealer.next(other)) {
              BOOST_TEST(again->units.first == piece->units.first);
              BOOST_TEST(again->units.count == piece->units.count);
              break;
            }
          }
        }
      }
      BOOST_TEST(std::ranges::count(dealt, false) == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(static_shares_are_one_piece_each) {
  Dealer dealer({}, {{0, 5}, {5, 0}, {5, 7}}, {1, 1, 1}, {});
  BOOST_TEST((dealer.next(0)->units == Range{0, 5}));
  BOOST_TEST((dealer.next(2)->units == Range{5, 7}));
  for (int rank = 0; rank < 3; ++rank) BOOST_TEST(!dealer.next(rank).has_value());
}

BOOST_AUTO_TEST_CASE(self_scheduled_pieces_are_half_of_the_rest_by_speed) {
  Dealer dealer({.method = CallMethod::self_scheduling, .least = 10}, {{0, 600}, {600, 200}}, {3, 1}, {});
  BOOST_TEST((dealer.next(0)->units == Range{0, 300}));   // 800 / 2 * 3/4
  BOOST_TEST((dealer.next(1)->units == Range{300, 63}));  // 500 / 2 / 4 = 62.5
  BOOST_TEST((dealer.next(1)->units == Range{363, 55}));  // 437 / 8
  for (int i = 0; i < 30; ++i) dealer.next(0);
  BOOST_TEST(!dealer.next(1).has_value());
}

/// Ranks that are as fast as planned, or slower, work off all pieces; the one that is free first gets the next.
/// @param start  seconds of each call before its units
double makespan(Dealer& dealer, const std::vector<double>& speed, double start = 0) {
  struct Call {
    double end;
    int rank;
    std::int64_t units;
    double seconds;
    bool operator>(const Call& other) const { return std::pair(end, rank) > std::pair(other.end, other.rank); }
  };
  std::priority_queue<Call, std::vector<Call>, std::greater<>> calls;
  for (int rank = 0; rank < std::ssize(speed); ++rank) calls.push({0, rank, 0, 0});
  double last = 0;
  while (!calls.empty()) {
    const Call call = calls.top();
    calls.pop();
    if (call.units > 0) dealer.learn(call.rank, call.units, call.seconds);
    const auto piece = dealer.next(call.rank);
    if (!piece) continue;
    const double seconds = start + static_cast<double>(piece->units.count) / speed[static_cast<std::size_t>(call.rank)];
    last = std::max(last, call.end + seconds);
    calls.push({call.end + seconds, call.rank, piece->units.count, seconds});
  }
  return last;
}

BOOST_AUTO_TEST_CASE(dealing_in_pieces_evens_out_wrong_speeds) {
  const std::vector<double> planned{1, 1, 1, 1}, real{1, 2, 4, 1};
  std::vector<Range> shares;
  for (std::int64_t rank = 0; rank < 4; ++rank) shares.push_back({rank * 2500, 2500});
  const double ideal = 10000.0 / 8;
  for (const CallMethod method : {CallMethod::self_scheduling, CallMethod::stealing}) {
    Dealer dealer({.method = method}, shares, planned, {});
    BOOST_TEST(makespan(dealer, real) < 1.1 * ideal);
  }
  Dealer dealer({}, shares, planned, {});
  BOOST_TEST(makespan(dealer, real) == 2500);
}

// The fastest rank would do a call of ten starts 16 times over in the whole run.
BOOST_AUTO_TEST_CASE(stealing_pays_for_few_starts_and_ends_evenly_whatever_was_planned) {
  using Speeds = std::vector<double>;
  const std::vector<std::pair<Speeds, Speeds>> planned_and_real{
      {{1, 2, 4}, {1, 2, 4}}, {{1, 1, 1}, {1, 2, 4}},       {{1, 2, 4}, {4, 2, 1}},
      {{1, 8}, {1, 1}},       {{1, 1, 4, 8}, {1, 1, 4, 8}}, {{5, 5, 5, 5, 5, 5}, {4, 4, 4, 4, 4, 1}},
  };
  for (const auto& [planned, real] : planned_and_real) {
    BOOST_TEST_CONTEXT("planned " << planned.size() << " from " << planned.front() << " to " << planned.back()) {
      const double all = std::accumulate(planned.begin(), planned.end(), 0.0);
      std::vector<Range> shares;
      std::int64_t next = 0;
      for (const double speed : planned) {
        shares.push_back({next, std::llround(6000 * speed / all)});
        next = shares.back().end();
      }
      const double ideal = static_cast<double>(next) / std::accumulate(real.begin(), real.end(), 0.0);
      Dealer dealer({.method = CallMethod::stealing}, shares, planned, {});
      BOOST_TEST(makespan(dealer, real, ideal / 160) < 1.13 * ideal);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_units_of_absent_ranks_are_dealt_to_the_others) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const Example made = example(seed);
      std::mt19937 rng(seed + 5000);
      std::vector<std::int64_t> absent;
      bool any = false;
      for (std::size_t rank = 0; rank < made.shares.size(); ++rank) {
        if (rng() % 2)
          absent.push_back(static_cast<std::int64_t>(rank));
        else
          any |= made.shares[rank].count > 0;
      }
      if (!any) continue;
      const auto is_absent = [&](std::int64_t rank) { return std::ranges::binary_search(absent, rank); };
      std::vector<bool> dealt(static_cast<std::size_t>(made.count));
      Dealer dealer(made.cutting, made.shares, made.speed, {}, absent);
      for (int idle = 0; idle < 200; ++idle) {
        const int rank = static_cast<int>(rng() % made.shares.size());
        if (is_absent(rank)) continue;
        const auto piece = dealer.next(rank);
        if (!piece) continue;
        idle = 0;
        BOOST_TEST(mark(dealt, piece->units));
        if (made.cutting.method != CallMethod::shares) continue;
        // Its units are within the share of its owner, whole unless pieces were asked for.
        const Range share = made.shares[static_cast<std::size_t>(piece->owner)];
        BOOST_TEST(share.first <= piece->units.first);
        BOOST_TEST(piece->units.end() <= share.end());
        if (!made.cutting.piece) BOOST_TEST(piece->units.count == share.count);
        BOOST_TEST((is_absent(piece->owner) || piece->owner == rank));
      }
      BOOST_TEST(std::ranges::count(dealt, false) == 0);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
