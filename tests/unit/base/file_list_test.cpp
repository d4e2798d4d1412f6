// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/file_name.hpp"

BOOST_AUTO_TEST_SUITE(file_list)

BOOST_AUTO_TEST_CASE(each_file_is_changed_and_the_commas_stay) {
  const auto in_brackets = [](const std::string& files) {
    return uneven::map_files(files, [](const std::string& file) { return "[" + file + "]"; });
  };
  BOOST_TEST(in_brackets("x.npy") == "[x.npy]");
  BOOST_TEST(in_brackets("x.npy,y.npy") == "[x.npy],[y.npy]");
  BOOST_TEST(in_brackets("a,b,c") == "[a],[b],[c]");
  BOOST_TEST(in_brackets("") == "[]");
  BOOST_TEST(in_brackets(",y,") == "[],[y],[]");
}

BOOST_AUTO_TEST_CASE(a_list_without_folders) {
  BOOST_TEST(uneven::without_folders("a/b/x.npy,/c/y.npy,z") == "x.npy,y.npy,z");
}

BOOST_AUTO_TEST_SUITE_END()
