// SPDX-License-Identifier: MIT
#include "speeds/made_up.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <sstream>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(made_up_clusters)

using namespace uneven;
using namespace uneven::speeds;

namespace {

double mean(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

document::Speeds measured() {
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.processors.resize(2);
  for (auto& processor : speeds.processors) {
    processor.speed = 100;
    processor.cpu = "old model";
    processor.curve = {{10, 80}, {1000, 120}};
    processor.sample_s = 1e-6;
    processor.message_s = 1e-5;
    processor.cpu_share = 0.5;
    processor.relative_error = 0.01;
  }
  speeds.processors[1].cpu = "new model";
  speeds.processors[1].speed = 400;
  speeds.network = document::NetworkSpeeds{1e-4, 1e-8, 3e-4, 1e-6};
  speeds.shared_cores = {{1, {0, 1}}};
  return speeds;
}

std::string text_of(const document::Speeds& speeds) {
  std::ostringstream out;
  write_document(out, speeds, true);
  return out.str();
}

}  // namespace

/// The laws of the distributions, from 20,000 hosts: a standard error of the mean is 0.2 % of the width.
BOOST_AUTO_TEST_CASE(drawn_speeds_have_their_mean_and_spread) {
  const unsigned seed = 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  const auto close = boost::test_tools::tolerance(0.02);
  const auto even = speeds_by("uniform:0.2:1", 20000, seed);
  BOOST_TEST(mean(even) == 0.6, close);
  BOOST_TEST(*std::ranges::min_element(even) >= 0.2);
  BOOST_TEST(*std::ranges::max_element(even) <= 1);
  const auto slow = std::ranges::count_if(even, [](double s) { return s < 0.4; });
  BOOST_TEST(static_cast<double>(slow) == 5000.0, close);
  auto logs = speeds_by("lognormal:0.5", 20000, seed);
  for (double& speed : logs) speed = std::log(speed);
  BOOST_TEST(std::abs(mean(logs)) < 0.02);
  for (double& log : logs) log *= log;
  BOOST_TEST(mean(logs) == 0.25, close);
}

/// mt19937_64's 10,000th number is fixed by the standard; these are the first draws of seed 1, worked out by hand from
/// its first numbers 2469588189546311528, 2516265689700432462 and 8323445853463659930.
BOOST_AUTO_TEST_CASE(a_seed_gives_the_same_speeds_everywhere) {
  const std::vector<double> fractions{2469588189546311528. / 0x1p64, 2516265689700432462. / 0x1p64,
                                      8323445853463659930. / 0x1p64};
  const auto drawn = speeds_by("uniform:1:2", 3, 1);
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(std::abs(drawn[i] - 1 - fractions[i]) <= 0.0005);
  BOOST_TEST(speeds_by("uniform:1:2", 9, 1) != speeds_by("uniform:1:2", 9, 2));
}

BOOST_AUTO_TEST_CASE(generations_and_accelerators_are_counted) {
  BOOST_TEST(speeds_by("generations:2x1,1x4", 0, 1) == (std::vector<double>{1, 1, 4}),
             boost::test_tools::per_element());
  const auto ten = speeds_by("generations:4x1,2x2,1x4", 10, 1);
  BOOST_TEST(ten.size() == 10u);
  BOOST_TEST(std::ranges::count(ten, 1.0) == 6);
  BOOST_TEST(std::ranges::count(ten, 4.0) == 1);
  BOOST_TEST(std::ranges::is_sorted(ten));
  const auto few = speeds_by("accelerators:2", 6, 1);
  BOOST_TEST(few == (std::vector<double>{1, 1, 1, 1, 30, 30}), boost::test_tools::per_element());
  BOOST_TEST(speeds_by("accelerators:1:8", 2, 1)[1] == 8);
}

BOOST_AUTO_TEST_CASE(what_is_no_distribution_is_refused) {
  for (const char* text : {"uniform:1", "uniform:2:1", "uniform:0:1", "lognormal", "lognormal:nan", "lognormal:11",
                           "generations:", "generations:1.5x2", "generations:2", "accelerators:0", "accelerators:9",
                           "normal:1:2", "1,,2", "1,2"})
    BOOST_CHECK_THROW(speeds_by(text, 8, 1), UsageError);
  BOOST_CHECK_THROW(speeds_by("uniform:1:2", 0, 1), UsageError);
}

BOOST_AUTO_TEST_CASE(a_host_of_half_the_speed_takes_twice_as_long) {
  ClusterRequest request;
  request.host_speeds = {1, 0.5, 2};
  request.like = measured();
  request.cores_per_host = 2;
  const auto made = made_up_cluster(request);
  BOOST_TEST(made.processors.size() == 6u);
  BOOST_TEST(made.processors[0].speed == 100);
  BOOST_TEST(made.processors[3].speed == 200);
  BOOST_TEST(made.processors[3].curve[1].speed == 60);
  BOOST_TEST(*made.processors[3].sample_s == 2e-6);
  BOOST_TEST(*made.processors[3].message_s == 2e-5);
  BOOST_TEST(made.processors[5].speed == 200);
  BOOST_TEST(*made.processors[2].host == *made.processors[3].host);
  BOOST_TEST(*made.processors[3].host != *made.processors[4].host);
  BOOST_TEST(!made.processors[0].cpu_share);
  BOOST_TEST(!made.processors[0].relative_error);
  BOOST_TEST(made.shared_cores.empty());
  BOOST_TEST(document::faults(made).empty());
}

BOOST_AUTO_TEST_CASE(another_network_has_its_own_costs_of_messages) {
  ClusterRequest request;
  request.host_speeds = std::vector<double>(8, 1);
  request.like = measured();
  request.network = "1gbit";
  const auto made = made_up_cluster(request);
  BOOST_TEST(!made.processors[0].message_s);
  BOOST_TEST(made.network->latency_s == 25e-6);
  BOOST_TEST(made.network->gap_s_per_byte * 1e9 / 8 > 1);  // no faster than the wire
  BOOST_TEST(made.network->barrier_s == 3 * 25e-6, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(every_kind_of_network_is_faster_than_the_one_before) {
  const auto kinds = network_kinds();
  for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
    BOOST_TEST(kinds[i].latency_s < kinds[i - 1].latency_s);
    BOOST_TEST(kinds[i].gap_s_per_byte < kinds[i - 1].gap_s_per_byte);
  }
  for (const NetworkKind& kind : kinds) BOOST_TEST(2 * kind.message_s < kind.latency_s);  // the rest is transit
}

BOOST_AUTO_TEST_CASE(models_are_chosen_by_number_and_by_name) {
  const auto chosen = models_by("2*1,old", measured());
  BOOST_TEST(chosen == (std::vector<std::int64_t>{1, 1, 0}), boost::test_tools::per_element());
  for (const char* text : {"2", "no such model", "", "0*1", "x*1"})
    BOOST_CHECK_THROW(models_by(text, measured()), UsageError);
  ClusterRequest request;
  request.host_speeds = std::vector<double>(4, 1);
  request.like = measured();
  request.models = chosen;
  const auto made = made_up_cluster(request);
  BOOST_TEST(made.processors[2].speed == 100);
  BOOST_TEST(made.processors[3].speed == 400);  // in turn
  BOOST_TEST(text_of(made) == text_of(made_up_cluster(request)));
}

BOOST_AUTO_TEST_CASE(speeds_are_the_given_ones_or_multiples_of_six_digits) {
  ClusterRequest request;
  request.network = "10gbit";
  request.host_speeds = {66830000, 123456789.25, 3};
  const auto given = made_up_cluster(request);
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(given.processors[i].speed == request.host_speeds[i]);
  request.like = measured();
  request.models = {0};
  request.host_speeds = {1.0 / 3, 1};
  const auto multiples = made_up_cluster(request);
  BOOST_TEST(multiples.processors[0].speed == 33.3333);
  BOOST_TEST(multiples.processors[0].curve[1].speed == 40.0);
  BOOST_TEST(multiples.processors[1].speed == 100.0);
}

BOOST_AUTO_TEST_CASE(the_rate_inside_hosts_is_the_given_one) {
  BOOST_TEST(gap_within("20gbyte") == 5e-11);
  for (const char* rate : {"", "gbyte", "20", "0gbyte", "xgbyte"}) BOOST_CHECK_THROW(gap_within(rate), UsageError);
  ClusterRequest request;
  request.host_speeds = {1, 2};
  request.network = "1gbit";
  request.within_gap_s_per_byte = 5e-11;
  const auto network = *made_up_cluster(request).network;
  BOOST_TEST(*network.within_host->gap_s_per_byte == 5e-11);
  BOOST_TEST(*network.host_gap_s_per_byte == network.gap_s_per_byte);
  request.like = measured();
  request.network.reset();
  BOOST_TEST(*made_up_cluster(request).network->within_host->gap_s_per_byte == 5e-11);
}

BOOST_AUTO_TEST_SUITE_END()
