// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "launch/words.hpp"

using namespace uneven;

BOOST_AUTO_TEST_SUITE(hostfile)

namespace {

/// What is wrong with a file of hosts for two ranks, without its name.
std::string refusal(const std::string& text) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("hosts", text);
  const std::string what = text_of<InputError>([&] { launch::require_hosts(path, 2); });
  return what.starts_with(path) ? what.substr(path.size()) : what;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_mpirun_reads_passes) {
  for (const std::string text : {"a\n", "a slots=2", "# words\n\na slots=1 max_slots=4\n\tb slots = 1 # one\n",
                                 "a\na\n", "a slots=1\nb\n", "user@10.0.0.1 slots=2\n"})
    BOOST_TEST(refusal(text) == "nothing was thrown", text);
}

BOOST_AUTO_TEST_CASE(what_it_would_refuse_with_pages_is_refused_with_the_line) {
  BOOST_TEST(refusal("") == ": holds no hosts; expected one a line");
  BOOST_TEST(refusal("# a\n \t\n") == ": holds no hosts; expected one a line");
  BOOST_TEST(refusal("a\nb slots=2\r\n") == ":2: ends in CR LF, which mpirun does not read; expected LF");
  BOOST_TEST(refusal("a b\n") == ":1: 'b' behind a host; expected options such as slots=2");
  for (const std::string count : {"0", "-1", "x", "2x", ""})
    BOOST_TEST(refusal("a slots=" + count + "\n") == ":1: 'slots=" + count + "'; expected a whole number above 0");
  BOOST_TEST(refusal("a slots=1\n") == ": has 1 slot; expected one for each of 2 ranks");
}

BOOST_AUTO_TEST_SUITE_END()
