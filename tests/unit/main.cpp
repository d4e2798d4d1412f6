// SPDX-License-Identifier: MIT
#define BOOST_TEST_MODULE uneven
#include <boost/test/unit_test.hpp>
