// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/file_name.hpp"

BOOST_AUTO_TEST_SUITE(split_text)

BOOST_AUTO_TEST_CASE(one_item_more_than_separators) {
  using Items = std::vector<std::string>;
  const auto same = boost::test_tools::per_element();
  BOOST_TEST(uneven::split("a,bc,d", ',') == (Items{"a", "bc", "d"}), same);
  BOOST_TEST(uneven::split("a bc", ' ') == (Items{"a", "bc"}), same);
  BOOST_TEST(uneven::split("", ',') == Items{""}, same);
  BOOST_TEST(uneven::split(",a,,", ',') == (Items{"", "a", "", ""}), same);
}

BOOST_AUTO_TEST_SUITE_END()
