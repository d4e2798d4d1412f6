// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

namespace {

const std::vector<std::string> hosts{"a", "3", "a", "b:1"};

std::vector<std::int64_t> processors_of(const std::string& text) {
  std::vector<std::int64_t> processors;
  for (const Slowdown& slow : parse_slowdowns(text, hosts)) processors.push_back(slow.processor);
  return processors;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(slowdowns_by_host)

BOOST_AUTO_TEST_CASE(a_host_stands_for_its_ranks) {
  BOOST_TEST(processors_of("a:0.5@1-2") == (std::vector<std::int64_t>{0, 2}), boost::test_tools::per_element());
  BOOST_TEST(processors_of("b:1:0.5@1-2") == (std::vector<std::int64_t>{3}), boost::test_tools::per_element());
  BOOST_TEST(processors_of("1:0.5@1-2,a:1@3-3") == (std::vector<std::int64_t>{1, 0, 2}),
             boost::test_tools::per_element());
  const Slowdown slow = parse_slowdowns("a:0.25@10-40", hosts).back();
  BOOST_TEST(slow.speed == 0.25);
  BOOST_TEST(slow.first == 10);
  BOOST_TEST(slow.last == 40);
}

BOOST_AUTO_TEST_CASE(digits_are_a_rank) { BOOST_TEST(processors_of("3:0.5@1-2").front() == 3); }

BOOST_AUTO_TEST_CASE(what_is_no_slowdown_is_refused) {
  for (const char* text : {"", "a", "a:", ":0.5@1-2", "a:0.5", "a:0.5@1", "a:0.5@2-1", "a:2@1-2", "a:0@1-2",
                           "4:0.5@1-2", "c:0.5@1-2", "a:0.5@1-2,", "a:0.5@-1-2", "0.5@1-2"})
    BOOST_CHECK_THROW(parse_slowdowns(text, hosts), UsageError);
}

BOOST_AUTO_TEST_CASE(of_fewer_processors_the_slowdowns_follow_their_own) {
  const auto left =
      slowdowns_without(parse_slowdowns("0:0.5@1-2,3:0.25@1-2,4:0.1@1-2,1:1@3-3", {"", "", "", "", ""}), {1, 3});
  BOOST_REQUIRE(left.size() == 2u);
  BOOST_TEST(left[0].processor == 0);
  BOOST_TEST(left[1].processor == 2);
  BOOST_TEST(left[1].speed == 0.1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven::document
