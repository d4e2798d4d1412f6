// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "shares/parts.hpp"

BOOST_AUTO_TEST_SUITE(shares_listing)

using namespace uneven;
using namespace uneven::shares;

namespace {

/// Five of ten elements on a, none on b, where the second part has two threads.
std::vector<Part> four_parts() {
  std::vector<Part> parts(4);
  const char* hosts[]{"b", "a", "b", "b"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].processor = static_cast<std::int64_t>(i);
    parts[i].host = hosts[i];
  }
  parts[1].elements = {0, 5};
  parts[1].share = 0.5;
  parts[1].seconds = 2.5;
  parts[1].memory_bytes = 1e6;
  parts[2].threads = 2;
  return parts;
}

std::vector<Part> with_host(std::vector<Part> parts, std::optional<std::string> host) {
  parts[1].host = std::move(host);
  return parts;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_line_of_fields_for_each_part) {
  BOOST_TEST(tsv(four_parts()) == ("rank\thost\tfirst\tcount\tshare\tseconds\tmemory\n"
                                   "0\tb\t0\t0\t0\t-\t-\n"
                                   "1\ta\t0\t5\t0.5\t2.5\t1000000\n"
                                   "2\tb\t0\t0\t0\t-\t-\n"
                                   "3\tb\t0\t0\t0\t-\t-\n"));
}

BOOST_AUTO_TEST_CASE(blocks_have_two_fields_more) {
  std::vector<Part> parts(1);
  parts[0].rows = {2, 3};
  parts[0].columns = {0, 9};
  BOOST_TEST(tsv(parts) ==
             "rank\thost\tfirst\tcount\tshare\tseconds\tmemory\trows\tcolumns\n0\t-\t0\t0\t0\t-\t-\t2 3\t0 9\n");
}

BOOST_AUTO_TEST_CASE(hosts_stand_once_in_the_order_of_their_first_part) {
  BOOST_TEST(hostfile(four_parts()) == "b slots=3\na slots=1\n");
  BOOST_TEST(machinefile(four_parts()) == "b:3\na:1\n");
}

BOOST_AUTO_TEST_CASE(threads_of_a_part_have_a_core_each) {
  BOOST_TEST(rankfile(four_parts()) == "rank 0=b slot=0\nrank 1=a slot=0\nrank 2=b slot=1-2\nrank 3=b slot=3\n");
}

BOOST_AUTO_TEST_CASE(tasks_of_slurm_have_an_environment_each) {
  auto parts = four_parts();
  parts.resize(2);
  parts[1].rows = parts[1].columns = document::Range{0, 5};
  BOOST_TEST(
      multi_prog(parts) ==
      "0 env UNEVEN_RANK=0 UNEVEN_RANKS=2 UNEVEN_FIRST=0 UNEVEN_COUNT=0 UNEVEN_LAST=-1 UNEVEN_SHARE=0 UNEVEN_HOST=b\n"
      "1 env UNEVEN_RANK=1 UNEVEN_RANKS=2 UNEVEN_FIRST=0 UNEVEN_COUNT=5 UNEVEN_LAST=4 UNEVEN_SHARE=0.5 UNEVEN_HOST=a "
      "UNEVEN_FIRST_ROW=0 UNEVEN_ROW_COUNT=5 UNEVEN_FIRST_COLUMN=0 UNEVEN_COLUMN_COUNT=5 "
      "'UNEVEN_ROWS=0 5' 'UNEVEN_COLUMNS=0 5'\n");
}

BOOST_AUTO_TEST_CASE(hosts_must_be_known_and_names) {
  for (const auto list : {hostfile, machinefile, rankfile}) {
    BOOST_CHECK_THROW(list(with_host(four_parts(), {})), InputError);
    for (const char* name : {"", "a b", "a\nrank 9=c", "a#", "a\"b"})
      BOOST_CHECK_THROW(list(with_host(four_parts(), name)), InputError);
  }
  BOOST_CHECK_THROW(multi_prog(with_host(four_parts(), "a b")), InputError);
  BOOST_CHECK_NO_THROW(multi_prog(with_host(four_parts(), {})));
}

BOOST_AUTO_TEST_CASE(the_environment_of_one_part) {
  BOOST_TEST(shell_environment(with_host(four_parts(), "it's"), 1) ==
             "UNEVEN_RANK=1\nUNEVEN_RANKS=4\nUNEVEN_FIRST=0\nUNEVEN_COUNT=5\nUNEVEN_LAST=4\nUNEVEN_SHARE=0.5\n"
             "UNEVEN_HOST='it'\\''s'\n");
  BOOST_CHECK_THROW(shell_environment(four_parts(), 4), UsageError);
  BOOST_CHECK_THROW(shell_environment(four_parts(), -1), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
