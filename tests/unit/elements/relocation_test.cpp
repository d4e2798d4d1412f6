// SPDX-License-Identifier: MIT
#include "elements/relocation.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(relocation)

using namespace uneven::elements;

namespace {

History history_of(const std::vector<std::vector<double>>& seconds, const std::vector<std::int64_t>& elements) {
  History history;
  for (const auto& s : seconds) history.add({s, elements});
  return history;
}

std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

}  // namespace

BOOST_AUTO_TEST_CASE(thirty_percent_decide_by_the_last_times_alone) {
  // (10 - 7) / 10 is just enough; what was before does not matter.
  const auto history = history_of({{1, 100}, {10, 7}}, {100, 140});
  const Decision decision = decide_by_paper(history, {});
  BOOST_TEST(decision.move);
  BOOST_TEST(decision.rate == (std::vector<double>{10, 20}), boost::test_tools::per_element());
  BOOST_TEST(!decide_by_paper(history_of({{10, 7.1}}, {100, 140}), {0.30, 3, 5}).move);
}

BOOST_AUTO_TEST_CASE(a_difference_that_a_pause_explains_decides_nothing) {
  const auto history = history_of({{0.010, 0.015}}, {100, 100});
  BOOST_TEST(decide_by_paper(history, {0.30, 3, 0.04, 0}).move);
  BOOST_TEST(!decide_by_paper(history, {0.30, 3, 0.04, 0.004}).move);
  BOOST_TEST(decide_by_paper(history_of({{0.010, 0.020}}, {100, 100}), {0.30, 3, 0.04, 0.004}).move);
  BOOST_TEST(decide_by_paper(history, {0, 3, 0.04, 1}).move);  // 0 forces it
}

BOOST_AUTO_TEST_CASE(below_it_disjoint_intervals_decide_by_the_means) {
  // Means 1.00 and 1.10, standard errors 0.01 (deviation 0.01 sqrt(3) over three): 3 * 0.01 + 0.04 on both sides is
  // 0.14 > 0.10; with a slack of 0.01 it is 0.08.
  const double e = 0.01 * std::sqrt(3.0);
  const auto history = history_of({{1 - e, 1.1}, {1, 1.1 - e}, {1 + e, 1.1 + e}}, {100, 110});
  BOOST_TEST(!decide_by_paper(history, {}).move);
  const Decision decision = decide_by_paper(history, {0.30, 3, 0.01});
  BOOST_TEST(decision.move);
  BOOST_TEST(decision.rate[0] == 100 / 1.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(decision.rate[1] == 110 / 1.1, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(running_sums_are_the_mean_and_its_standard_error) {
  uneven::test::for_seeds(50, [&](std::mt19937& random) {
    History history;
    std::vector<double> seconds;
    for (const std::size_t n = 2 + random() % 40; seconds.size() < n;) {
      const bool rests = random() % 4 == 0;  // then the superstep says nothing of it
      const double s = 1000 + double(random() % 1000) / 1000;
      if (!rests) seconds.push_back(s);
      history.add({{rests ? 0 : s, 1}, {rests ? 0 : 7, 7}});
    }
    const double n = double(seconds.size()), mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / n;
    double squares = 0;
    for (const double s : seconds) squares += (s - mean) * (s - mean);
    BOOST_TEST(history.estimates[0].mean == mean, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(history.estimates[0].error() == std::sqrt(squares / (n - 1) / n), boost::test_tools::tolerance(1e-7));
    BOOST_TEST(history.estimates[1].error() == 0);
  });
}

BOOST_AUTO_TEST_CASE(two_camps_are_disjoint_though_each_interval_overlaps_another) {
  BOOST_TEST(decide_by_paper(history_of({{1.0, 1.0, 1.2, 1.2}}, {9, 9, 9, 9}), {}).move);
  BOOST_TEST(!decide_by_paper(history_of({{1.0, 1.0, 1.05, 1.05}}, {9, 9, 9, 9}), {}).move);
}

BOOST_AUTO_TEST_CASE(a_process_without_elements_is_as_fast_as_the_mean_and_triggers_nothing) {
  BOOST_TEST(!decide_by_paper(history_of({{1.0, 0.0, 1.0}}, {90, 0, 90}), {}).move);
  const Decision decision = decide_by_paper(history_of({{1.0, 0.0, 2.0}}, {90, 0, 90}), {});
  BOOST_TEST(decision.rate == (std::vector<double>{90, 67.5, 45}), boost::test_tools::per_element());
  BOOST_TEST(!decide_by_paper(history_of({{0.0, 0.0}}, {0, 0}), {}).move);
}

BOOST_AUTO_TEST_CASE(gain_weighs_what_is_saved_against_what_moving_costs) {
  // 3 s and 1 s for 100 elements each: rates 33.3 and 100, balanced 1.5 s, saved 1.5 s each superstep.
  const auto history = history_of({{3, 1}, {3, 1}}, {100, 100});
  BOOST_TEST(decide_by_gain(history, 10, 14.9).move);
  BOOST_TEST(!decide_by_gain(history, 10, 15.1).move);
  BOOST_TEST(!decide_by_gain(history, 0, 0).move);
  BOOST_TEST(!decide_by_gain(history_of({{1, 1}, {1, 1}}, {100, 100}), 1000, 0).move);
  // Noise as large as the difference saves nothing that one could count on.
  BOOST_TEST(!decide_by_gain(history_of({{1, 1}, {3, 1}, {1, 3}}, {100, 100}), 1000, 0).move);
}

BOOST_AUTO_TEST_CASE(targets_are_proportional_keep_the_sum_and_leave_nobody_out) {
  BOOST_TEST(target_blocks(12, {1, 2, 3}) == (std::vector<std::int64_t>{2, 4, 6}), boost::test_tools::per_element());
  BOOST_TEST(target_blocks(4, {1, 1e-9, 1e-9}) == (std::vector<std::int64_t>{2, 1, 1}),
             boost::test_tools::per_element());
  uneven::test::for_seeds(200, [&](std::mt19937& random) {
    const auto rate = uneven::test::drawn(random, 1 + random() % 6, 1, 50);
    const std::int64_t blocks = random() % 60, unit = 1 + random() % 4;
    const auto target = target_blocks(blocks, rate, unit);
    BOOST_TEST(sum(target) == blocks);
    if (blocks / unit >= std::ssize(rate)) BOOST_TEST(*std::min_element(target.begin(), target.end()) >= unit);
    for (std::size_t i = 0; i + 1 < target.size(); ++i) BOOST_TEST(target[i] % unit == 0);
  });
}

BOOST_AUTO_TEST_CASE(moves_lead_to_the_target_and_nobody_both_gives_and_takes) {
  uneven::test::for_seeds(200, [&](std::mt19937& random) {
    std::vector<std::int64_t> now(1 + random() % 7), target(now.size(), 0);
    for (auto& n : now) n = random() % 20;
    for (std::int64_t left = sum(now); left > 0; --left) ++target[random() % target.size()];
    const auto moves = moves_between(now, target);
    BOOST_TEST(moves.size() < now.size());
    std::vector<int> gives(now.size()), takes(now.size());
    for (const Move& move : moves) {
      now[std::size_t(move.from)] -= move.blocks;
      now[std::size_t(move.to)] += move.blocks;
      ++gives[std::size_t(move.from)];
      ++takes[std::size_t(move.to)];
    }
    BOOST_TEST(now == target, boost::test_tools::per_element());
    for (std::size_t i = 0; i < now.size(); ++i) BOOST_TEST((gives[i] == 0 || takes[i] == 0));
  });
}

BOOST_AUTO_TEST_CASE(whole_units_come_as_near_to_the_target_as_they_can) {
  // Nobody lacks a whole unit, but together they do.
  std::int64_t moved = 0;
  for (const Move& move : moves_between({97, 97, 97, 97, 97}, {50, 107, 109, 109, 110}, 20)) moved += move.blocks;
  BOOST_TEST(moved == 40);
  uneven::test::for_seeds(300, [&](std::mt19937& random) {
    const std::int64_t unit = 1 + random() % 9;
    std::vector<std::int64_t> now(1 + random() % 9), target(now.size(), 0);
    for (auto& n : now) n = random() % 60;
    for (std::int64_t left = sum(now); left > 0; --left) ++target[random() % target.size()];
    for (const Move& move : moves_between(now, target, unit)) {
      BOOST_TEST(move.blocks % unit == 0);
      now[std::size_t(move.from)] -= move.blocks;
      now[std::size_t(move.to)] += move.blocks;
    }
    for (std::size_t i = 0; i < now.size(); ++i)
      BOOST_TEST((now[i] >= 0 && std::abs(now[i] - target[i]) < 2 * unit),
                 "unit " << unit << ": " << now[i] - target[i]);
  });
}

BOOST_AUTO_TEST_CASE(whole_units_move_or_nothing) {
  for (const Move& move : moves_between({10, 2, 0}, {4, 4, 4}, 3)) BOOST_TEST(move.blocks % 3 == 0);
  BOOST_TEST(moves_between({10, 2}, {9, 3}, 3).empty());
}

BOOST_AUTO_TEST_SUITE_END()
