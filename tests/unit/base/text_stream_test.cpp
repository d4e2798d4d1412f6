// SPDX-License-Identifier: MIT
#include "base/text_stream.hpp"

#include <boost/test/unit_test.hpp>
#include <new>
#include <ostream>
#include <streambuf>
#include <string>

BOOST_AUTO_TEST_SUITE(text_stream)

using namespace uneven;

/// Has room for some characters, as a machine with little memory.
class Full : public std::streambuf {
 public:
  explicit Full(int room) : room_(room) {}

 private:
  int overflow(int c) override { return room_-- > 0 ? c : throw std::bad_alloc(); }
  int room_;
};

BOOST_AUTO_TEST_CASE(a_text_does_not_break_off_without_a_word) {
  Full buffer(3);
  ThrowingStream<std::ostream> out(&buffer);
  out << "abc";
  BOOST_CHECK_THROW(out << 1.5, std::bad_alloc);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_text_is_no_error) {
  InputText in("12 x");
  int number = 0;
  std::string word;
  BOOST_TEST(static_cast<bool>(in >> number >> word));
  BOOST_TEST(!(in >> word));
  BOOST_TEST(!(InputText("x") >> number));
}

BOOST_AUTO_TEST_SUITE_END()
