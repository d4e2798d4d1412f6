// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "partition/plan.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/search/candidates.hpp"
#include "quotas.hpp"

BOOST_AUTO_TEST_SUITE(partition_balance)

using namespace uneven;
using namespace uneven::partition;
using quotas::measured, quotas::network, quotas::samples;

namespace {

Options options_for(Collective collective, std::int64_t columns, Balance balance) {
  Options options;
  options.network = network;
  options.samples = samples;
  options.collective = collective;
  options.columns = columns;
  options.balance = balance;
  return options;
}

double longest(const document::Partition& plan, const document::Speeds& speeds) {
  return std::ranges::max(busy_seconds_per_iteration(plan, speeds));
}

}  // namespace

BOOST_AUTO_TEST_CASE(who_is_busy_with_messages_has_less_work) {
  int faster = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      const auto shares = test::drawn(random, 2 + random() % 7, 1, 5, 0.05);
      const auto speeds = measured(shares);
      const auto collective = seed % 2 ? Collective::tree : Collective::linear;
      const auto columns = static_cast<std::int64_t>(1 + random() % shares.size());
      const auto by_work = plan(speeds, options_for(collective, columns, Balance::work));
      const auto by_time = plan(speeds, options_for(collective, columns, Balance::time));
      BOOST_TEST(document::faults(by_time).empty());
      BOOST_TEST(by_time.columns.size() == by_work.columns.size());
      BOOST_TEST(*by_time.predicted.seconds <= *by_work.predicted.seconds);
      BOOST_TEST(name_of(by_work.balance) == "work");
      if (by_time.balance == Balance::work) continue;
      ++faster;
      BOOST_TEST(*by_time.predicted.seconds <= 0.95 * *by_work.predicted.seconds);
      const double before = longest(by_work, speeds), after = longest(by_time, speeds);
      BOOST_TEST(after < before);
      // Nobody is done much earlier, in spite of whole numbers, chunks and joined cuts.
      double busy_of_cores = 0, cores = 0;
      const auto busy = busy_seconds_per_iteration(by_time, speeds);
      for (std::size_t i = 0; i < shares.size(); ++i) busy_of_cores += busy[i] * shares[i], cores += shares[i];
      BOOST_TEST(after < 1.1 * busy_of_cores / cores);
    }
  }
  BOOST_TEST(faster >= 8);
}

BOOST_AUTO_TEST_CASE(by_seconds_unless_work_is_asked_for) {
  auto speeds = measured({0.07, 0.09, 0.3, 0.3});
  speeds.processors[0].message_s = 2e-3;
  Options options = options_for(Collective::linear, 2, Balance::work);
  options.objective = Objective::seconds;
  BOOST_TEST(name_of(plan(speeds, options).balance) == "work");
  options.balance.reset();
  const auto by_time = plan(speeds, options);
  BOOST_TEST(name_of(by_time.balance) == "time");
  BOOST_TEST(by_time.predicted.imbalance > 0.02);
  options.objective = Objective::elements;
  BOOST_TEST(name_of(plan(speeds, options).balance) == "work");
}

BOOST_AUTO_TEST_CASE(small_promises_are_left_alone) {
  const auto balance_of = [](double message_s) {
    auto speeds = measured({0.1, 0.2, 0.3});
    for (auto& processor : speeds.processors) processor.message_s = *processor.send_overhead_s = 0;
    speeds.processors[0].message_s = message_s;
    return plan(speeds, options_for(Collective::linear, 1, Balance::time)).balance;
  };
  BOOST_TEST(name_of(balance_of(2e-5)) == "work");
  BOOST_TEST(name_of(balance_of(2e-4)) == "time");
}

BOOST_AUTO_TEST_CASE(grids_stay_what_they_are) {
  const auto speeds = measured({0.07, 0.09, 0.3, 0.3});
  Options options = options_for(Collective::linear, 2, Balance::time);
  options.method = Method::grid;
  const auto grid = plan(speeds, options);
  BOOST_TEST(name_of(grid.balance) == "work");
  options.balance = Balance::work;
  BOOST_TEST(plan(speeds, options).rectangles[0].samples.count == grid.rectangles[0].samples.count);
  options = options_for(Collective::linear, 1, Balance::time);
  options.method = Method::equal;
  BOOST_CHECK_NO_THROW(plan(measured(std::vector<double>(17, 0.1)), options));
}

BOOST_AUTO_TEST_CASE(time_needs_measured_messages) {
  auto speeds = measured({0.1, 0.2});
  speeds.network.reset();
  BOOST_CHECK_THROW(plan(speeds, options_for(Collective::linear, 1, Balance::time)), InputError);
  BOOST_CHECK_NO_THROW(plan(speeds, options_for(Collective::linear, 1, Balance::work)));
  const auto many = measured(std::vector<double>(17, 0.1));
  BOOST_CHECK_NO_THROW(plan(many, options_for(Collective::linear, 1, Balance::time)));
}

BOOST_AUTO_TEST_SUITE_END()
