// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "collective/allreduce.hpp"

BOOST_AUTO_TEST_SUITE(collective)

using namespace uneven::collective;

BOOST_AUTO_TEST_CASE(names_are_those_of_plans) {
  for (const char* name : {"linear", "tree", "ring"}) BOOST_TEST(name_of(collective_named(name)) == name);
  for (const char* name : {"", "Ring", "star"}) BOOST_CHECK_THROW(collective_named(name), uneven::InputError);
}

BOOST_AUTO_TEST_SUITE_END()
