// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "base/error.hpp"
#include "partition/cost.hpp"

BOOST_AUTO_TEST_SUITE(whole_speeds_of_decimals_and_others)

using uneven::partition::whole_speeds;

// 0.1 + 0.2 is not 0.3 in binary.
BOOST_AUTO_TEST_CASE(short_decimals_keep_their_proportions) {
  const auto whole = whole_speeds({0.1, 0.2, 0.3, 1.05});
  BOOST_TEST(whole[0] + whole[1] == whole[2]);
  BOOST_TEST(whole[3] * 2 == whole[0] * 21);
}

BOOST_AUTO_TEST_CASE(others_keep_them_nearly) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::vector<double> speeds(1 + rng() % 50);
      for (double& speed : speeds) speed = std::exp(std::uniform_real_distribution<>(-5, 25)(rng));
      const auto whole = whole_speeds(speeds);
      const auto total = std::accumulate(whole.begin(), whole.end(), std::int64_t{0});
      BOOST_TEST(total < (std::int64_t{1} << 62));
      const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
      for (std::size_t i = 0; i < speeds.size(); ++i) {
        BOOST_TEST(std::abs(static_cast<double>(whole[i]) / static_cast<double>(total) - speeds[i] / sum) < 1e-14);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(any_range_of_speeds) {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  const auto whole = whole_speeds({tiny, huge, 1, huge});
  BOOST_TEST(whole[0] == 1);
  BOOST_TEST(whole[2] == 1);
  BOOST_TEST(whole[1] == whole[3]);
  BOOST_TEST(whole[1] > (std::int64_t{1} << 58));
  BOOST_TEST(whole_speeds({tiny}).front() >= 1);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_speed) {
  const auto refused = [](const std::vector<double>& speeds, const std::string& start) {
    BOOST_CHECK_EXCEPTION(whole_speeds(speeds), uneven::InputError,
                          [&](const auto& e) { return std::string(e.what()).rfind(start, 0) == 0; });
  };
  refused({}, "/processors: ");
  refused({1, 0}, "/processors/1/speed: 0 ");
  refused({-1}, "/processors/0/speed: -1 ");
  refused({1, 1, std::nan("")}, "/processors/2/speed: nan ");
  refused({std::numeric_limits<double>::infinity()}, "/processors/0/speed: inf ");
}

BOOST_AUTO_TEST_SUITE_END()
