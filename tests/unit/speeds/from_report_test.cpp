// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "speeds/derived.hpp"

BOOST_AUTO_TEST_SUITE(from_report)

using namespace uneven;

namespace {

document::Report run_of_two() {
  document::Report report;
  report.of = report.kernel = "bp";
  report.kernel_options = {{"input", "dense"}};
  report.unit = "hidden unit x sample";
  report.processors.resize(2);
  report.processors[0] = {0, "node1", "EPYC", "avx2", "Zen", 300, 2, 1, 1};
  report.processors[1] = {1, "", "", "", "", 100, 4, 0, 0};
  return report;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_speed_beyond_all_numbers_is_refused) {
  auto report = run_of_two();
  report.processors[1].work = 1e308;
  report.processors[1].compute_s = 1e-300;
  BOOST_CHECK_THROW(speeds::speeds_from_report(report), InputError);
}

BOOST_AUTO_TEST_CASE(speeds_are_work_by_compute_time) {
  const document::Speeds speeds = speeds::speeds_from_report(run_of_two());
  BOOST_TEST(speeds.kernel == "bp");
  BOOST_TEST(speeds.kernel_options["input"] == "dense");
  BOOST_TEST(speeds.unit == "hidden unit x sample");
  BOOST_TEST_REQUIRE(speeds.processors.size() == 2u);
  BOOST_TEST(speeds.processors[0].speed == 150);
  BOOST_TEST(speeds.processors[1].speed == 25);
  BOOST_TEST(*speeds.processors[0].host == "node1");
  BOOST_TEST(*speeds.processors[0].cpu == "EPYC");
  BOOST_TEST(!speeds.processors[1].host);  // a name that the report does not know
  BOOST_TEST(!speeds.processors[1].cpu);
  BOOST_TEST(!speeds.network);
  BOOST_TEST(faults(speeds).empty());
}

BOOST_AUTO_TEST_CASE(a_processor_that_did_nothing_is_named) {
  for (const auto& [work, seconds] : {std::pair(0.0, 1.0), std::pair(1.0, 0.0)}) {
    document::Report report = run_of_two();
    report.processors[1].work = work;
    report.processors[1].compute_s = seconds;
    BOOST_TEST(text_of<InputError>([&] { speeds::speeds_from_report(report); }).starts_with("/processors/1: "));
  }
}

BOOST_AUTO_TEST_SUITE_END()
