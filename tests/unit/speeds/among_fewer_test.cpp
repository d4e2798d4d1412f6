// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "speeds/derived.hpp"

BOOST_AUTO_TEST_SUITE(speeds_among_fewer)

using namespace uneven;
using namespace uneven::speeds;

namespace {

/// Four processors of one machine, which are faster where fewer compute, and one of its own.
document::Speeds five() {
  document::Speeds speeds;
  speeds.processors.resize(5);
  for (auto& processor : speeds.processors) {
    processor.speed = 10;
    processor.curve = {{1, 8}, {2, 12}};
    processor.sample_s = 1;
    processor.message_s = 1;
  }
  speeds.shared_machines = {{{0, 1, 2, 3}, {{2, 1.5}, {1, 4}}}};
  return speeds;
}

double speed_of(std::size_t processor, const std::vector<std::int64_t>& working) {
  return among_fewer(five(), working).processors[processor].speed;
}

}  // namespace

BOOST_AUTO_TEST_CASE(as_measured) {
  BOOST_TEST(speed_of(1, {0, 1, 2, 3, 4}) == 10);
  BOOST_TEST(speed_of(1, {1, 3}) == 15);
  BOOST_TEST(speed_of(1, {1, 4}) == 40);
}

BOOST_AUTO_TEST_CASE(between_two_numbers_that_were_measured) {
  BOOST_TEST(speed_of(1, {0, 1, 3}) > 10);
  BOOST_TEST(speed_of(1, {0, 1, 3}) < 15);
}

BOOST_AUTO_TEST_CASE(those_that_rest_and_other_machines_stay) {
  BOOST_TEST(speed_of(0, {1, 3}) == 10);
  BOOST_TEST(speed_of(4, {1, 4}) == 10);
  BOOST_TEST(speed_of(4, {4}) == 10);
  document::Speeds not_measured = five();
  not_measured.shared_machines.clear();
  BOOST_TEST(among_fewer(not_measured, {1}).processors[1].speed == 10);
}

BOOST_AUTO_TEST_CASE(the_whole_curve_and_samples_but_no_messages) {
  const auto faster = among_fewer(five(), {1}).processors[1];
  BOOST_TEST(faster.curve[0].speed == 32);
  BOOST_TEST(faster.curve[1].speed == 48);
  BOOST_TEST(*faster.sample_s == 0.25);
  BOOST_TEST(*faster.message_s == 1);
}

BOOST_AUTO_TEST_CASE(fewer_than_were_measured_are_as_the_least) {
  document::Speeds speeds = five();
  speeds.shared_machines[0].fewer.pop_back();
  BOOST_TEST(among_fewer(speeds, {1}).processors[1].speed == 15);
}

BOOST_AUTO_TEST_CASE(messages_after_work_find_caches_warm_where_nobody_else_has_the_core) {
  document::Speeds speeds = five();
  for (auto& processor : speeds.processors) processor.cold_message_s = 4;
  speeds.shared_cores = {{2, {0, 1, 2, 3}}};
  const auto of_one = [&](const std::vector<std::int64_t>& working) {
    return *among_fewer(speeds, working).processors[1].cold_message_s;
  };
  const auto close = boost::test_tools::tolerance(1e-12);
  BOOST_TEST(of_one({0, 1, 2, 3}) == 4);
  BOOST_TEST(of_one({0, 1, 2}) == 3, close);  // a third of the turns come after others', a half with all four
  BOOST_TEST(of_one({0, 1}) == 1);
  BOOST_TEST(of_one({1, 4}) == 1);
  BOOST_TEST(*among_fewer(speeds, {1}).processors[0].cold_message_s == 4);
  BOOST_TEST(*among_fewer(speeds, {4}).processors[4].cold_message_s == 4);
}

BOOST_AUTO_TEST_CASE(messages_after_work_stay_where_none_share_a_core) {
  document::Speeds speeds = five();
  for (auto& processor : speeds.processors) processor.cold_message_s = 4;
  BOOST_TEST(*among_fewer(speeds, {1}).processors[1].cold_message_s == 4);
  speeds.shared_cores = {{4, {0, 1, 2, 3}}};
  BOOST_TEST(*among_fewer(speeds, {1}).processors[1].cold_message_s == 4);
}

BOOST_AUTO_TEST_SUITE_END()
