// SPDX-License-Identifier: MIT
#include "base/file.hpp"

#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(file)

using namespace uneven;

BOOST_AUTO_TEST_CASE(a_file_is_read_whole) {
  const TemporaryDirectory directory;
  for (const std::size_t size : {1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5'000'000}) {
    std::string text(size, 'a');
    for (std::size_t i = 0; i < size; i += 1000) text[i] = static_cast<char>('b' + i / 1000 % 20);
    BOOST_TEST((read_file(directory.write("long", text)) == text), "size " << size);
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(text_of<OpenError>([&] { read_file(directory.path("none")); }),
                      "none: cannot open: No such file or directory"));
  BOOST_TEST(contains(text_of<IoError>([&] { read_file(directory.path(".")); }), "cannot read: Is a directory"));
  for (const char* text : {"", " \n\t\r\n"})
    BOOST_TEST(contains(text_of<InputError>([&] { read_file(directory.write("empty", text)); }),
                        "empty: is empty; expected a document"));
  BOOST_TEST(contains(text_of<InputError>([&] { read_file(directory.write("empty", ""), "table of queries"); }),
                      "empty: is empty; expected a table of queries"));
  BOOST_TEST(input_name("-") == "standard input");
}

BOOST_AUTO_TEST_CASE(a_device_without_an_end_is_not_read_for_ever) {
  BOOST_TEST(text_of<InputError>([] { read_file("/dev/zero"); }) == "/dev/zero: byte 1 is NUL; expected text");
}

BOOST_AUTO_TEST_CASE(links_are_followed_to_files_that_are_not_there) {
  const TemporaryDirectory directory;
  std::filesystem::create_symlink("real/x.json", directory.path("second"));
  std::filesystem::create_symlink("second", directory.path("first"));
  BOOST_TEST(behind_links(directory.path("first")) == directory.path("real/x.json"));
  BOOST_TEST(behind_links(directory.path("none")) == directory.path("none"));
  std::filesystem::create_symlink("round", directory.path("round"));
  BOOST_TEST(contains(text_of<IoError>([&] { behind_links(directory.path("round")); }), "Too many levels"));
}

BOOST_AUTO_TEST_SUITE_END()
