// SPDX-License-Identifier: MIT
#include "shares/makespan.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "../cases.hpp"
#include "statistics/share.hpp"

BOOST_AUTO_TEST_SUITE(makespans)

using namespace uneven::shares;
using uneven::document::CurvePoint;

namespace {

using Counts = std::vector<std::int64_t>;
constexpr double never = std::numeric_limits<double>::infinity();

/// A problem, and its optimum by trying every way to share it.
struct Case {
  std::int64_t count = 0;
  Limits limits;
  std::vector<double> start, speed;
  std::vector<std::vector<CurvePoint>> curve;

  std::vector<TimeModel> models() const {
    std::vector<TimeModel> result;
    for (std::size_t i = 0; i < speed.size(); ++i)
      if (curve[i].empty())
        result.emplace_back(start[i], speed[i]);
      else
        result.emplace_back(start[i], curve[i]);
    return result;
  }

  /// Seconds of one unit more never fall: the greatest of all smaller counts on the line through the points.
  double seconds(std::size_t i, std::int64_t n) const {
    if (n == 0) return 0;
    if (curve[i].empty()) return start[i] + static_cast<double>(n) / speed[i];
    const double x = static_cast<double>(n);
    double left = 0, left_seconds = 0;
    for (const CurvePoint& p : curve[i]) {
      const double right = std::max(left_seconds, p.units / p.speed);
      if (x <= p.units) return start[i] + left_seconds + (right - left_seconds) * ((x - left) / (p.units - left));
      left = p.units;
      left_seconds = right;
    }
    return start[i] + left_seconds / left * x;
  }

  /// The least makespan if processors from i on share `left`; `rest_open`: a range may still end between multiples,
  /// and then is the last.
  double best(std::int64_t left, std::size_t i = 0) const {
    if (left == 0) return 0;
    if (i == speed.size()) return never;
    double least = best(left, i + 1);
    for (std::int64_t n = 1; n <= std::min(left, limits.most[i]); ++n) {
      if (n < limits.least || (n % limits.multiple_of != 0 && n != left)) continue;
      const double own = seconds(i, n);
      if (own < least) least = std::min(least, std::max(own, best(left - n, i + 1)));
    }
    return least;
  }
};

Case made_up(std::mt19937& rng) {
  Case made;
  const std::size_t processors = 1 + rng() % 7;
  made.count = static_cast<std::int64_t>(rng() % (processors > 5 ? 15 : processors > 3 ? 25 : 41));
  if (rng() % 2) made.limits.multiple_of = static_cast<std::int64_t>(1 + rng() % 7);
  if (rng() % 2) made.limits.least = static_cast<std::int64_t>(rng() % 12);
  const bool capped = rng() % 2, late = rng() % 2, curved = rng() % 4 == 0;
  for (std::size_t i = 0; i < processors; ++i) {
    made.limits.most.push_back(capped ? static_cast<std::int64_t>(rng() % 20) : made.count);
    made.start.push_back(late ? static_cast<double>(rng() % 12) / 4 : 0);
    made.speed.push_back(rng() % 3 ? static_cast<double>(1 + rng() % 9) : 3);
    made.curve.emplace_back();
    if (!curved || rng() % 2) continue;
    double units = 0;
    for (std::size_t point = 0; point <= rng() % 3; ++point)
      made.curve[i].push_back({units += static_cast<double>(1 + rng() % 9), static_cast<double>(1 + rng() % 9)});
  }
  return made;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_shares_within_the_limits_have_a_smaller_makespan) {
  int none = 0;
  uneven::test::for_seeds(uneven::test::cases(10000), [&](std::mt19937& rng) {
    const Case made = made_up(rng);
    const auto models = made.models();
    const double best = made.best(made.count);
    const auto found = least_makespan(made.count, models, made.limits);
    BOOST_REQUIRE_EQUAL(found.has_value(), best < never);
    if (!found) {
      ++none;
      return;
    }
    double slowest = 0;
    std::int64_t left = made.count;
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::int64_t n = (*found)[i];
      left -= n;
      slowest = std::max(slowest, made.seconds(i, n));
      BOOST_REQUIRE(n >= 0 && n <= made.limits.most[i]);
      BOOST_REQUIRE(n == 0 || n >= made.limits.least);
      BOOST_REQUIRE(n % made.limits.multiple_of == 0 || left == 0);
    }
    BOOST_REQUIRE_EQUAL(left, 0);
    BOOST_REQUIRE_CLOSE_FRACTION(slowest, best, 1e-14);
    BOOST_REQUIRE_LE(divisible_bound(made.count, models, made.limits.most), best * (1 + 1e-14));
  });
  BOOST_TEST(none > 100);
}

BOOST_AUTO_TEST_CASE(without_limits_shares_are_those_of_equal_units) {
  uneven::test::for_seeds(2000, [&](std::mt19937& rng, unsigned seed) {
    std::vector<double> speed(1 + rng() % 9), busy;
    for (double& s : speed) s = 1 + rng() % (seed % 3 ? 100 : 4) / 3.0;
    for (std::size_t i = 0; seed % 2 && i < speed.size(); ++i) busy.push_back(rng() % 12 / 4.0);
    if (!busy.empty()) busy[0] = 0;
    const auto count = static_cast<std::int64_t>(rng() % (seed % 5 ? 100000 : 20));
    std::vector<TimeModel> models;
    for (std::size_t i = 0; i < speed.size(); ++i) models.emplace_back(busy.empty() ? 0 : busy[i], speed[i]);
    BOOST_TEST(*least_makespan(count, models, {1, 0, Counts(speed.size(), count)}) ==
                   uneven::statistics::share(count, speed, busy),
               boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(many_processors_come_near_the_bound) {
  std::mt19937 rng(1);
  constexpr std::size_t processors = 100'000;
  constexpr std::int64_t count = 500'000'000;
  std::vector<TimeModel> models;
  Counts most;
  for (std::size_t i = 0; i < processors; ++i) {
    models.emplace_back(static_cast<double>(rng() % 100) / 10, 1 + rng() % 90);
    most.push_back(1000 + static_cast<std::int64_t>(rng() % 20000));
  }
  for (const Limits& limits : {Limits{1, 0, most}, Limits{7, 3000, most}}) {
    const auto found = least_makespan(count, models, limits);
    BOOST_REQUIRE(found);
    BOOST_TEST(std::accumulate(found->begin(), found->end(), std::int64_t{0}) == count);
    const double bound = divisible_bound(count, models, most), time = makespan(*found, models);
    BOOST_TEST(bound <= time);
    if (limits.least == 0) BOOST_TEST(time <= bound + 1);  // the slowest takes 1 s for a unit
  }
}

BOOST_AUTO_TEST_CASE(many_processors_with_a_rest_or_a_least_share_end_no_later_than_they_must) {
  uneven::test::for_seeds(12, [&](std::mt19937& random, unsigned seed) {
    const std::size_t n = 9000 + random() % 3000;
    std::vector<double> start, speed;
    std::vector<TimeModel> models;
    for (std::size_t i = 0; i < n; ++i) {
      start.push_back(seed % 3 ? 0 : random() % 50);
      speed.push_back(0.1 + 0.01 * static_cast<double>(random() % 1000));
      models.emplace_back(start[i], speed[i]);
    }
    const std::int64_t multiple = 1 + static_cast<std::int64_t>(random() % 12),
                       least = seed % 2 ? 0 : 500 + random() % 3000;
    std::int64_t count = static_cast<std::int64_t>(n) * (300 + random() % 1000) * multiple;
    if (least == 0) count += multiple / 2;
    const Limits limits{multiple, least, Counts(n, count)};
    const Counts shares = *least_makespan(count, models, limits);
    BOOST_TEST(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) == count);
    for (const std::int64_t share : shares) BOOST_TEST((share == 0 || share >= least));
    const double earlier = makespan(shares, models) * (1 - 1e-9);
    // Blocks by an earlier time, and those of a processor that takes the rest as well.
    const auto blocks = [&](std::size_t i, std::int64_t rest) {
      const auto units = static_cast<std::int64_t>(std::max(0.0, earlier - start[i]) * speed[i]) - rest;
      return units < 0 ? -1 : units / multiple;
    };
    const std::int64_t all = count / multiple, rest = count % multiple;
    if (rest > 0) {
      std::int64_t before = 0, most = -1;
      for (std::size_t i = 0; i < n; ++i) {
        if (const std::int64_t last = blocks(i, rest); last >= 0) most = std::max(most, before + last);
        before += std::max<std::int64_t>(0, blocks(i, 0));
      }
      BOOST_TEST(most < all);
      return;
    }
    Counts able;
    const std::int64_t fewest = (std::max<std::int64_t>(least, 1) - 1) / multiple + 1;
    for (std::size_t i = 0; i < n; ++i)
      if (const std::int64_t own = blocks(i, 0); own >= fewest) able.push_back(own);
    std::ranges::sort(able, std::greater{});
    able.resize(std::min(able.size(), static_cast<std::size_t>(all / fewest)));
    BOOST_TEST(std::accumulate(able.begin(), able.end(), std::int64_t{0}) < all);
  });
}

BOOST_AUTO_TEST_CASE(the_end_of_the_data_goes_to_the_last_range) {
  const std::vector<TimeModel> models{{0, 1}, {0, 1}, {0, 1}};
  const auto shares = [&](std::int64_t count, Limits limits) { return *least_makespan(count, models, limits); };
  BOOST_TEST(shares(25, {10, 0, {99, 99, 99}}) == (Counts{10, 10, 5}), boost::test_tools::per_element());
  BOOST_TEST(shares(25, {10, 0, {99, 99, 4}}) == (Counts{10, 15, 0}), boost::test_tools::per_element());
  BOOST_TEST(shares(25, {10, 10, {99, 99, 99}}) == (Counts{10, 0, 15}), boost::test_tools::per_element());
  BOOST_TEST(shares(25, {10, 16, {99, 99, 99}}) == (Counts{0, 0, 25}), boost::test_tools::per_element());
  BOOST_TEST(!least_makespan(25, models, {10, 0, {19, 4, 4}}));
}

BOOST_AUTO_TEST_CASE(what_rounding_hides_is_shared_all_the_same) {
  const std::vector<TimeModel> models{{1e30, 1}, {1e30, 3}};
  const std::int64_t count = std::int64_t{1} << 52;
  const Counts shares = *least_makespan(count, models, {1, 0, {count, count / 4}});
  BOOST_TEST(shares[0] + shares[1] == count);
  BOOST_TEST(shares[1] > 0);
}

BOOST_AUTO_TEST_CASE(fewer_processors_share_the_same_units_as_if_they_had_been_alone) {
  uneven::document::Speeds speeds, left;
  for (const double speed : {3.0, 1.0, 2.0, 5.0}) {
    auto& processor = speeds.processors.emplace_back();
    processor.host = "node" + std::to_string(speeds.processors.size());
    processor.speed = speed;
  }
  left.processors = {speeds.processors[0], speeds.processors[2]};
  const Wanted wanted{.multiple_of = 10, .most = {}, .memory_bytes = {600, 600, 600, {}}, .memory_per_unit_bytes = 2};
  const auto plan = plan_shares(1005, speeds, wanted, {.are_seconds = true});
  BOOST_TEST(!without(plan, {3}));  // the others hold 900 units
  const auto roomy =
      plan_shares(1005, speeds, {.multiple_of = 10, .most = {}, .memory_bytes = {}}, {.are_seconds = true});
  const auto fewer = without(roomy, {1, 3});
  const auto alone =
      plan_shares(1005, left, {.multiple_of = 10, .most = {}, .memory_bytes = {}}, {.are_seconds = true});
  BOOST_REQUIRE(fewer.has_value());
  BOOST_TEST(uneven::document::faults(*fewer).empty());
  BOOST_TEST(*fewer->seconds == *alone.seconds);
  BOOST_TEST(*fewer->cluster[1].host == "node3");
  for (std::size_t i = 0; i < 2; ++i) BOOST_TEST((fewer->placement[i].elements == alone.placement[i].elements));
}

BOOST_AUTO_TEST_SUITE_END()
