// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "partition/plan.hpp"
#include "partition/schedule.hpp"
#include "partition/sums.hpp"
#include "schedule/schedule.hpp"

BOOST_AUTO_TEST_SUITE(sent_bytes_of_partitions)

using namespace uneven;
using namespace uneven::partition;

BOOST_AUTO_TEST_CASE(the_formula_counts_what_the_schedules_list) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 rng(seed);
    document::Speeds speeds;
    speeds.processors.resize(1 + rng() % 12);
    for (auto& processor : speeds.processors) processor.speed = 1 + rng() % 9;
    if (seed % 2) speeds.network = document::NetworkSpeeds{1e-4, 1e-9, 0, 5e-5};
    if (seed % 4 == 3) {  // four ranks on a host, in any order
      speeds.network->host_gap_s_per_byte = 1e-9;
      for (std::size_t p = 0; p < speeds.processors.size(); ++p)
        speeds.processors[p].host = "host" + std::to_string(p * 5 % 3);
    }
    for (const auto collective : {Collective::linear, Collective::tree, Collective::ring}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << name_of(collective)) {
        Options options;
        options.network = {31, 40, 7};
        options.samples = 700;
        options.collective = collective;
        options.columns = 1 + rng() % speeds.processors.size();
        options.small_group = 0;
        const auto plan = partition::plan(speeds, options);
        BOOST_TEST(plan.sums_by_host ==
                   (seed % 4 == 3 && speeds.processors.size() > 3 && collective != Collective::linear));
        for (const std::int64_t element_bytes : {4, 8}) {
          schedule::Traffic traffic;
          const auto parts = partition::schedule(plan, element_bytes);
          for (std::size_t p = 0; p < parts.size(); ++p)
            schedule::add_traffic(parts[p].schedule, static_cast<int>(p), traffic);
          const auto listed = schedule::bytes_of(traffic);
          const auto bytes = sent_bytes(plan, element_bytes);
          BOOST_REQUIRE(bytes.has_value());
          BOOST_TEST(bytes->largest == listed.largest);
          BOOST_TEST(bytes->sum == listed.sum);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
