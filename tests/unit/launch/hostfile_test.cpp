// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
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
  for (const std::string text :
       {"a\n", "a slots=2", "# words\n\na slots=1 max_slots=4\n\tb slots = 1 # one\n", "a\na\n", "a slots=1\nb\n",
        "user@10.0.0.1 slots=2\n", "a:2\n", "a:1\nb:1\n", "fe80::1\nfe80::2\n"})
    BOOST_TEST(refusal(text) == "nothing was thrown", text);
}

BOOST_AUTO_TEST_CASE(what_it_would_refuse_with_pages_is_refused_with_the_line) {
  BOOST_TEST(refusal("") == ": holds no hosts; expected one a line");
  BOOST_TEST(refusal("# a\n \t\n") == ": holds no hosts; expected one a line");
  BOOST_TEST(refusal("a\nb slots=2\r\n") == ":2: ends in CR LF, which mpirun does not read; expected LF");
  BOOST_TEST(refusal("a b\n") == ":1: 'b' behind a host; expected options such as slots=2");
  for (const std::string count : {"0", "-1", "x", "2x", ""})
    BOOST_TEST(refusal("a slots=" + count + "\n") == ":1: 'slots=" + count + "'; expected a whole number above 0");
  BOOST_TEST(refusal("a:0\n") == ":1: 'a:0'; expected a host and its slots, as in node1:2");
  BOOST_TEST(refusal("a:1\n") == ": has 1 slot; expected one for each of 2 ranks");
  BOOST_TEST(refusal("a slots=1\n") == ": has 1 slot; expected one for each of 2 ranks");
}

BOOST_AUTO_TEST_CASE(each_make_of_mpi_reads_its_own_form) {
  const TemporaryDirectory directory;
  const std::string ours = directory.write("ours", "# words\na slots = 2 max_slots=4\nb\n");
  const std::string theirs = directory.write("theirs", "a:2\nb\n");
  const std::string both = directory.write("both", "a\nb\n");
  const auto read_as = [](const std::string& path, launch::Mpi mpi) {
    const launch::HostsForMpirun file(path, mpi);
    return file.path() == path ? "as it is" : read_file(file.path());
  };
  BOOST_TEST(read_as(ours, launch::Mpi::open_mpi) == "as it is");
  BOOST_TEST(read_as(theirs, launch::Mpi::open_mpi) == "a slots=2\nb\n");
  for (const auto mpi : {launch::Mpi::mpich, launch::Mpi::intel}) {
    BOOST_TEST(read_as(ours, mpi) == "a:2\nb\n");
    BOOST_TEST(read_as(theirs, mpi) == "as it is");
    BOOST_TEST(read_as(both, mpi) == "as it is");
  }
  BOOST_TEST(launch::HostsForMpirun("", launch::Mpi::mpich).path() == "");
}

BOOST_AUTO_TEST_SUITE_END()
