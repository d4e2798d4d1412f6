// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "search/predict.hpp"

BOOST_AUTO_TEST_SUITE(search_measured)

using namespace uneven;
using namespace uneven::search;

namespace {

const auto close = boost::test_tools::tolerance(1e-9);

document::NetworkSpeeds network_of(double latency_s, double gap, double message_s) {
  document::NetworkSpeeds network;
  network.latency_s = latency_s;
  network.gap_s_per_byte = gap;
  network.message_s = message_s;
  return network;
}

PlanRequest request_of(std::size_t processors, const document::NetworkSpeeds& network) {
  PlanRequest request;
  request.examples = 1000;
  for (std::size_t i = 0; i < processors; ++i) request.cluster.push_back({"h" + std::to_string(i), {}, 1, 1});
  request.times.task_s = 1e-3;
  request.network = network;
  return request;
}

template <class Ways, class Way>
double seconds_of(const Ways& ways, Way way) {
  return *std::ranges::find(ways, way, &Ways::value_type::name)->seconds;
}

}  // namespace

// A message: 0.01 s at each end, 0.03 s and a millisecond per byte on its way. Queries of 64 bytes leave at 0.51 and
// are known at 0.614; half a second each; answers of 168 bytes leave at 1.124, are here at 1.332 and merged 0.032 s
// later.
BOOST_AUTO_TEST_CASE(begin_and_join_of_two) {
  PlanRequest request = request_of(2, network_of(0.05, 1e-3, 0.01));
  request.times.start_s = 0.5;
  request.times.answer_s = 0.2;
  const auto p = plan(request);
  BOOST_TEST(seconds_of(p.methods, SearchMethod::equal_data) == 1.114, close);
  for (const auto& join : p.joins) BOOST_TEST(*join.seconds == 0.25, close);
  BOOST_TEST(*predicted_seconds(p, 1) == 1.364, close);
}

// Messages that only take time on their way: a rank's results pass as many as its number has bits that are 1.
BOOST_AUTO_TEST_CASE(a_staircase_without_work_takes_its_longest_chain) {
  for (unsigned n = 1; n < 40; ++n) BOOST_TEST_CONTEXT(n << " processors") {
      ScanCost cost = cost_of(plan(request_of(n, network_of(0.5, 0, 0))), 1);
      const MeasuredScan scan(cost);
      int longest = 0;
      for (unsigned rank = 0; rank < n; ++rank) longest = std::max(longest, std::popcount(rank));
      const std::vector<double> ends_s(n, 2.0);
      BOOST_TEST(scan.join_s(SearchMethod::equal_data, document::SearchJoin::staircase, ends_s) == 0.5 * longest,
                 close);
      BOOST_TEST(scan.join_s(SearchMethod::equal_data, document::SearchJoin::simple, ends_s) == (n > 1 ? 0.5 : 0),
                 close);
    }
}

// They meet on their way, but processor 0 works for each.
BOOST_AUTO_TEST_CASE(a_simple_join_works_for_each_message) {
  const ScanCost cost = cost_of(plan(request_of(9, network_of(0.5, 0, 0.125))), 1);
  const std::vector<double> ends_s(9, 2.0);
  BOOST_TEST(MeasuredScan(cost).join_s(SearchMethod::equal_data, document::SearchJoin::simple, ends_s) ==
                 0.125 + 0.25 + 8 * 0.125,
             close);
}

BOOST_AUTO_TEST_CASE(a_plan_alone_predicts_what_was_planned) {
  for (unsigned seed = 0; seed < 8; ++seed)
    for (const auto& [method, name] : table_of(SearchMethod())) BOOST_TEST_CONTEXT("seed " << seed << " " << name) {
        std::mt19937 rng(seed);
        document::NetworkSpeeds network = network_of(2e-5, 1e-9, 2e-6);
        network.within_host = {1e-6, 1e-10, 5e-7};
        PlanRequest request = request_of(2 + rng() % 9, network);
        for (std::size_t i = 0; i < request.cluster.size(); ++i) {
          request.cluster[i].host = "h" + std::to_string(i / 2);
          request.cluster[i].speed = 1 + static_cast<double>(rng() % 9);
        }
        request.examples = 100'000;
        request.times.task_s = 1e-8;
        request.queries = 1 + static_cast<std::int64_t>(rng() % 5);
        request.method = method;
        const auto p = plan(request);
        BOOST_TEST(*predicted_seconds(p, request.queries) ==
                   seconds_of(p.methods, method) + seconds_of(p.joins, p.join));
        BOOST_TEST(seconds_of(p.methods, method) > 1e-3 / static_cast<double>(request.cluster.size()) / 9);
      }
}

// With messages that cost nothing the closed forms are left.
BOOST_AUTO_TEST_CASE(a_network_without_costs_leaves_the_closed_forms) {
  PlanRequest request = request_of(5, network_of(0, 0, 0));
  for (std::size_t i = 0; i < 5; ++i) request.cluster[i].speed = 1 + static_cast<double>(i);
  const auto measured = plan(request);
  request.network.reset();
  const auto closed = plan(request);
  for (const auto method : {SearchMethod::equal_data, SearchMethod::synchronous_data})
    BOOST_TEST(seconds_of(measured.methods, method) == seconds_of(closed.methods, method),
               boost::test_tools::tolerance(0.01));
  BOOST_TEST(name_of(measured.method) == name_of(closed.method));
}

BOOST_AUTO_TEST_SUITE_END()
