// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "launch/process.hpp"

BOOST_AUTO_TEST_SUITE(temporary_folder_of_open_mpi)

using namespace uneven::launch;

BOOST_AUTO_TEST_CASE(a_folder_with_room_has_no_fault_and_stays_empty) {
  const TemporaryDirectory directory;
  BOOST_TEST(fault_of({directory.path(""), "TMPDIR"}) == "");
  BOOST_TEST(fault_of({directory.path("made/by/mpirun"), "TMPDIR"}) == "");
  BOOST_TEST(directory.files() == 0);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_names_the_variable_and_the_folder) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("file", "");
  BOOST_TEST(fault_of({file + "/below", "TMPDIR"}) ==
             "TMPDIR is " + file + "/below, where Open MPI cannot make its files (9 MiB): Not a directory");
  BOOST_TEST(fault_of({"/proc", ""}).starts_with("/proc, where Open MPI cannot make its files (9 MiB): "));
}

BOOST_AUTO_TEST_SUITE_END()
