// SPDX-License-Identifier: MIT
#include "document/speeds.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

BOOST_AUTO_TEST_SUITE(speeds_document)

using namespace uneven::document;

namespace {

Json sample() {
  return Json::parse(R"({"kind": "speeds", "version": 1, "kernel": "bp", "kernel_options": {}, "unit": "",
    "processors": [
      {"rank": 0, "host": "a", "cpu": null, "threads": 1, "speed": 2.5, "sample_s": 2e-7, "message_s": 1e-5, "byte_s": 4e-9,
       "waited_byte_s": 2e-9, "send_overhead_s": 3e-6, "sent_byte_s": 5e-10, "burst_byte_s": 1e-9, "recv_overhead_s": 2e-6,
       "cold_message_s": 4e-5, "pipelined_slowdown": 1.125, "tall_slowdown": 1.25, "cpu_share": 0.25,
       "cpu_burst_s": 1e-3},
      {"rank": 1, "host": "b", "cpu": null, "threads": 1, "speed": 5.0}],
    "network": {"latency_s": 1e-5, "gap_s_per_byte": 8e-9, "barrier_s": 1e-4, "message_s": 1e-6, "wakeup_s": 1e-5,
                "bucket_bytes": 65536.0, "burst_gap_s_per_byte": 1e-9},
    "operation_s_per_element": 1e-10, "long_operation_s_per_element": 2e-9,
    "shared_cores": [{"cores": 1, "processors": [0, 1]}],
    "shared_machines": [{"processors": [0, 1], "fewer": [{"processors": 1, "speedup": 1.5}]}]})");
}

}  // namespace

BOOST_AUTO_TEST_CASE(everything_measured_is_written_as_it_was_read) {
  std::ostringstream out;
  write_document(out, from_json<Speeds>(sample()), true);
  BOOST_TEST(Json::parse(out.str()) == sample());
}

BOOST_AUTO_TEST_CASE(what_is_shared_is_shared_by_processors) {
  BOOST_TEST(faults(from_json<Speeds>(sample())).empty());
  for (const std::string shared : {"shared_cores", "shared_machines"}) {
    Json wrong = sample();
    wrong[shared][0]["processors"][1] = 2;
    const auto lines = faults(from_json<Speeds>(wrong));
    BOOST_TEST(lines.size() == 1u);
    BOOST_TEST(lines.front() == "/" + shared + "/0/processors: found 2; expected a processor, 0 to 1");
  }
}

BOOST_AUTO_TEST_CASE(a_processor_is_at_one_place) {
  Json wrong = sample();
  wrong["shared_machines"][0]["processors"] = {0, 0, 1};
  wrong["shared_cores"].push_back({{"cores", 1}, {"processors", {1}}});
  const std::vector<std::string> expected{"/shared_cores/1/processors: processor 1 occurs twice",
                                          "/shared_machines/0/processors: processor 0 occurs twice"};
  BOOST_TEST(faults(from_json<Speeds>(wrong)).lines() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_name_is_no_host) {
  Json nameless = sample();
  for (auto& processor : nameless["processors"]) processor["host"] = "";
  const auto speeds = from_json<Speeds>(nameless);
  for (const auto& processor : speeds.processors) BOOST_TEST(!processor.host.has_value());
  BOOST_TEST((host_numbers(speeds) == std::vector<int>{0, 1}));
}

BOOST_AUTO_TEST_CASE(fewer_are_not_all) {
  Json wrong = sample();
  wrong["shared_machines"][0]["fewer"][0]["processors"] = 2;
  const auto lines = faults(from_json<Speeds>(wrong));
  BOOST_TEST(lines.size() == 1u);
  BOOST_TEST(lines.front() == "/shared_machines/0/fewer: found 2 processors; expected fewer than the machine's 2");
}

BOOST_AUTO_TEST_CASE(a_burst_is_faster_than_the_link) {
  Json wrong = sample();
  wrong["network"]["burst_gap_s_per_byte"] = 8e-9;
  BOOST_TEST(faults(from_json<Speeds>(wrong)).size() == 1u);
  wrong["network"].erase("burst_gap_s_per_byte");
  BOOST_TEST(faults(from_json<Speeds>(wrong)).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
