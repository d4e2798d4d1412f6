#define BOOST_TEST_MODULE uneven
#include <boost/test/unit_test.hpp>
