// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "base/error.hpp"
#include "search/model.hpp"
#include "search/predict.hpp"

BOOST_AUTO_TEST_SUITE(search_plan)

using namespace uneven;
using namespace uneven::search;

namespace {

/// Appendix 2 read step by step, with trial in place of algebra: (n, m, warning), n = 0 for "error".
struct Steps {
  long n = 0, m = 0;
  bool warning = false;
};

Steps steps_of_the_paper(long n, long d, double t_ave, double dt, double t0) {
  const auto f1 = [&](long n_) { return t_ave > (n_ - 1) * dt; };
  const auto f2_1 = [&](long n_, long m) {
    return m > 2 * (n_ - 2) * t0 / (t_ave - (n_ - 1) * dt) + (n_ - 1) * t0 / t_ave;
  };
  const auto f2_2 = [&](long n_, long m) { return m > n_ * t0 / t_ave; };
  const auto f3 = [&](long n_, long m) { return static_cast<long double>(d) / n_ / m > 100; };
  const auto f4 = [&](long n_, long m) { return (n_ - 1) * m <= d; };
  while (n >= 2 && !f1(n)) --n;
  for (; n >= 2; --n) {
    long m = 1;
    while (m <= d && !(f2_1(n, m) && f2_2(n, m))) ++m;
    if (!f4(n, m)) continue;
    if (!f3(n, m)) return {n, m, true};
    while ((m + 1) * 100 * n <= d) ++m;
    return {n, m, false};
  }
  return {};
}

document::Search plan_for(std::int64_t examples, const std::vector<double>& speed, document::SearchTimes times,
                          std::optional<SearchMethod> method = {}) {
  PlanRequest request;
  request.examples = examples;
  for (const double s : speed) request.cluster.push_back({{}, {}, 1, s});
  request.times = times;
  request.method = method;
  return plan(request);
}

double seconds_of(const document::Search& plan, const std::string& method) {
  for (const auto& m : plan.methods)
    if (name_of(m.name) == method && m.seconds) return *m.seconds;
  return NAN;
}

}  // namespace

BOOST_AUTO_TEST_CASE(send_unit_is_that_of_the_papers_steps) {
  int errors = 0, lowered = 0, warnings = 0, fine = 0, others = 0;
  for (const long d : {1, 7, 100, 2550, 10000})
    for (const long n : {1, 2, 3, 5, 8, 20})
      for (const double t_ave : {1e-3, 1.7e-3, 4.1e-2})
        for (const double dt : {0.0, 1e-5, 3e-4, 2e-3})
          for (const double t0 : {0.0, 1e-4, 1.7e-3, 0.06, 1.0})
            BOOST_TEST_CONTEXT("D " << d << " n " << n << " t_ave " << t_ave << " dt " << dt << " T0 " << t0) {
              const Steps expected = steps_of_the_paper(n, d, t_ave, dt, t0);
              if (expected.n == 0) {
                BOOST_CHECK_THROW(send_unit(n, d, {t_ave, dt, t0}), InputError);
                ++errors;
                continue;
              }
              const SendUnit unit = send_unit(n, d, {t_ave, dt, t0});
              BOOST_TEST(unit.processors == expected.n);
              BOOST_TEST(unit.of_steps == expected.m);
              if (unit.examples != expected.m) {
                ++others;
                continue;
              }
              BOOST_TEST(unit.fine == !expected.warning);
              lowered += expected.n < n;
              (expected.warning ? warnings : fine) += 1;
            }
  // The grid reaches every ending.
  BOOST_TEST(errors > 100);
  BOOST_TEST(lowered > 100);
  BOOST_TEST(warnings > 100);
  BOOST_TEST(fine > 100);
  BOOST_TEST(others > 10);
}

// Two processors, and messages of 2000 examples' time: above m = 4000 the mailbox keeps up. The steps take 4001.
BOOST_AUTO_TEST_CASE(a_unit_beside_the_singularity_gives_way_to_the_least_expected_time) {
  const MailboxTimes times{1e-8, 0, 2e-5};
  const std::int64_t d = 15525;
  const SendUnit unit = send_unit(2, d, times);
  BOOST_TEST(unit.of_steps == 4001);
  BOOST_TEST(!unit.fine);
  // By trial: g2, and Lag = m t_ave + T0 / (1 - n T0 / (m t_ave)).
  const auto expected = [&](std::int64_t m) {
    return mailbox_seconds({2, m}, d, times) + m * 1e-8 + 2e-5 / (1 - 4e-5 / (m * 1e-8));
  };
  std::int64_t best = 4001;
  for (std::int64_t m = 4001; m <= d; ++m)
    if (expected(m) < expected(best)) best = m;
  BOOST_TEST(unit.examples == best);
  BOOST_TEST(mailbox_seconds({2, 4001}, d, times) > 2000 * d * 1e-8);
  BOOST_TEST(mailbox_seconds(unit, d, times) < d * 1e-8);
  const auto plan = plan_for(d, {1, 1}, {1e-8, 0, 2e-5, 0, 0}, SearchMethod::asynchronous_data);
  BOOST_REQUIRE(plan.warnings.size() == 2u);
  BOOST_TEST(plan.warnings[0].find("4001") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(times_beyond_all_numbers_are_told_or_refused) {
  const auto p = plan_for(1000, {1e-300, 1e300}, {1e10, 0, 0, 0, 0});
  BOOST_TEST(std::isnan(seconds_of(p, "equal-data")));
  BOOST_TEST(!p.warnings.empty());
  BOOST_CHECK_THROW(plan_for(1000, {1e-300, 1e300}, {1e10, 0, 0, 0, 0}, SearchMethod::equal_data), InputError);
}

BOOST_AUTO_TEST_CASE(send_unit_for_more_examples_than_fit_in_memory) {
  const SendUnit unit = send_unit(1'000'000, std::int64_t{1} << 53, {1e-9, 0, 1e-12});
  BOOST_TEST(unit.examples == (std::int64_t{1} << 53) / 100'000'000);
  BOOST_CHECK_THROW(send_unit(8, 1000, {1e-300, 0, 1e300}), InputError);
}

BOOST_AUTO_TEST_CASE(predicted_times_are_the_papers_formulas) {
  // D = 12000, N = 4, all in seconds.
  const auto p = plan_for(12000, {1, 1, 1, 1}, {2e-3, 1e-5, 1e-3, 0.5, 1e-4});
  const double serial = 1.2;
  BOOST_TEST(seconds_of(p, "equal-data") == 6 + 0.5 + serial, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(seconds_of(p, "static-process") == 6 + 4 * 0.5 + serial, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(seconds_of(p, "synchronous-data") == 8 + 0.5 + serial, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(seconds_of(p, "proportional-data") == 6 + 0.5 + serial, boost::test_tools::tolerance(1e-12));
  // m = 30: 2 T0 / (m (1 - n T0 / (m t_ave))) = 2e-3 / (30 (1 - 4e-3 / 0.06)) = 7.142857e-5
  BOOST_TEST(*p.unit == 30);
  BOOST_TEST(seconds_of(p, "asynchronous-data") == 3000 * (2e-3 + 1e-5 + 2e-3 / 28) + 0.5 + serial,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(name_of(p.method) == "equal-data");
  BOOST_TEST(p.warnings.empty());
}

BOOST_AUTO_TEST_CASE(a_batch_pays_for_its_start_and_its_join_once) {
  const auto p = plan_for(12000, {1, 1, 1, 1}, {2e-3, 1e-5, 1e-3, 0.5, 1e-4});
  BOOST_TEST(name_of(p.method) == "equal-data");
  // 12000 / 4 x 2 ms + 1.2 s for each query; 0.5 s to start; a staircase of two messages.
  for (const std::int64_t queries : {1, 2, 50})
    BOOST_TEST(*predicted_seconds(p, queries) == 7.2 * static_cast<double>(queries) + 0.5 + 2e-3,
               boost::test_tools::tolerance(1e-12));
  auto untold = p;
  untold.times = {};
  BOOST_TEST(!predicted_seconds(untold, 1));
}

BOOST_AUTO_TEST_CASE(what_a_query_and_its_answer_cost_by_themselves_is_predicted_too) {
  // c = 100 examples; D = 1200, speeds 3 and 1: T = 2/3 ms and 2 ms.
  const document::SearchTimes times{1e-3, 0, 1e-4, 0, 0, 0.1, 0.01};
  const auto p = plan_for(1200, {3, 1}, times);
  const auto close = boost::test_tools::tolerance(1e-12);
  BOOST_TEST(seconds_of(p, "equal-data") == 0.7 * 2, close);
  BOOST_TEST(seconds_of(p, "proportional-data") == 1400e-3 / 2, close);
  BOOST_TEST(seconds_of(p, "synchronous-data") == 1300 * 2e-3, close);
  BOOST_TEST(seconds_of(p, "static-process") == 0.8, close);  // 0.2/3 + 6 of 0.1 s, 0.2 + 2 of 0.3 s
  // 1400 examples for both, u = 1: 2 T0 ceil(log2(600)) and 1 ms. Then one whose start takes 5 s.
  BOOST_TEST(p.min_chunk == 1);
  BOOST_TEST(seconds_of(p, "dynamic-process") == 0.7 + 20e-4 + 1e-3, close);
  BOOST_TEST(seconds_of(plan_for(1200, {99, 1}, times), "dynamic-process") == 5 + 20e-4 + 1e-3, close);
  BOOST_TEST(name_of(p.method) == "proportional-data");
  BOOST_TEST((p.placement[0].examples.count == 950 && p.placement[1].examples.count == 250));
  for (const auto& join : p.joins) BOOST_TEST(*join.seconds == 0.0101, close);
  for (const std::int64_t queries : {1, 3})
    BOOST_TEST(*predicted_seconds(p, queries) == 0.71 * static_cast<double>(queries) + 1e-4, close);
}

BOOST_AUTO_TEST_CASE(equal_shares_wait_for_the_slowest) {
  const auto p = plan_for(1200, {3, 1}, {1e-3, 0, 0, 0, 0});  // mean speed 2: T = 2/3 ms and 2 ms
  BOOST_TEST(seconds_of(p, "equal-data") == 1.2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(seconds_of(p, "proportional-data") == 0.6, boost::test_tools::tolerance(1e-12));
  // 8 parts of 150: 0.1 s and 0.3 s each; the fast one takes 6 in 0.6 s, the slow one 2.
  BOOST_TEST(seconds_of(p, "static-process") == 0.6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(name_of(p.method) == "proportional-data");
  BOOST_TEST(p.placement[0].examples.count == 900);
}

BOOST_AUTO_TEST_CASE(asynchronous_data_keeps_the_processors_of_its_unit) {
  // With n = 4 and 3 a unit of 14001 or 8001 leaves some worker without one.
  const auto p = plan_for(15525, {1, 2, 1, 3}, {1e-8, 0, 2e-5, 0, 0}, SearchMethod::asynchronous_data);
  BOOST_TEST(p.processors == 2);
  BOOST_TEST(*p.unit == 10249);
  BOOST_TEST(p.warnings.size() == 2u);
  BOOST_TEST(p.cluster[0].speed == 2);
  BOOST_TEST(p.cluster[1].speed == 3);
  std::vector<double> idle;
  for (const auto& processor : p.idle) idle.push_back(processor.speed);
  BOOST_TEST((idle == std::vector<double>{1, 1}));
  BOOST_TEST(document::faults(p).empty());
}

BOOST_AUTO_TEST_CASE(every_method_gives_a_sound_plan_for_every_number_of_processors) {
  for (const std::size_t n : {1u, 2u, 3u, 5u, 8u})
    for (const auto& [method, name] : table_of(SearchMethod())) BOOST_TEST_CONTEXT(name << " on " << n) {
        const std::vector<double> speed(n, 2.0);
        const bool needs_two = name == "synchronous-data" || name == "asynchronous-data";
        if (n == 1 && needs_two) {
          BOOST_CHECK_THROW(plan_for(1000, speed, {1e-3, 0, 0, 0, 0}, method), InputError);
        } else {
          const auto p = plan_for(1000, speed, {1e-3, 0, 0, 0, 0}, method);
          BOOST_TEST(name_of(p.method) == name);
          BOOST_TEST(document::faults(p).empty());
        }
      }
}

BOOST_AUTO_TEST_CASE(the_network_of_a_plan_has_the_masters_cost_of_messages) {
  document::Speeds speeds;
  speeds.processors.resize(2);
  speeds.network = document::NetworkSpeeds{};
  speeds.network->latency_s = 10e-6;
  speeds.network->message_s = 3e-6;
  auto& cold_s = speeds.processors[0].cold_message_s;
  for (const double seconds : {1e-6, 5e-6}) {
    cold_s = seconds;
    const auto network = *measured_network(speeds);
    BOOST_TEST(network.message_s == seconds);
    BOOST_TEST(network.latency_s == 4e-6 + 2 * seconds, boost::test_tools::tolerance(1e-12));
  }
  speeds.network->latency_s = 1e-6;  // less than its two messages cost, which only noise makes
  BOOST_TEST(measured_network(speeds)->latency_s == 10e-6, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(requests_that_cannot_be) {
  BOOST_CHECK_THROW(plan_for(3, {1, 1, 1, 1}, {1, 0, 0, 0, 0}), InputError);
  BOOST_CHECK_THROW(plan_for(3, {}, {1, 0, 0, 0, 0}), InputError);
  BOOST_CHECK_THROW(plan_for(3, {1}, {0, 0, 0, 0, 0}), InputError);
  BOOST_CHECK_THROW(plan_for(3, {1}, {1, -1, 0, 0, 0}), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
