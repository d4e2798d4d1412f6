// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/text.hpp"

BOOST_AUTO_TEST_SUITE(nearest_name)

using uneven::nearest;

BOOST_AUTO_TEST_CASE(fewest_changes_win_and_the_first_of_equals) {
  BOOST_TEST(nearest("methd", {"height", "method", "methods"}) == "method");
  BOOST_TEST(nearest("abc", {"abd", "abe"}) == "abd");
  BOOST_TEST(nearest("abc", {"xabc", "abc"}) == "abc");
}

BOOST_AUTO_TEST_CASE(what_is_like_nothing_has_no_nearest) {
  BOOST_TEST(nearest("zzzzzzzz", {"method", "speeds"}) == "");
  BOOST_TEST(nearest("", {"method"}) == "");
  BOOST_TEST(nearest("method", {}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
