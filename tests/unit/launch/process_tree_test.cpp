// SPDX-License-Identifier: MIT
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "launch/process.hpp"

BOOST_AUTO_TEST_SUITE(process_tree)

using namespace uneven::launch;

BOOST_AUTO_TEST_CASE(what_descends_from_us_ends_in_groups_of_its_own_and_without_parents_too) {
  int ends[2];
  BOOST_REQUIRE(pipe(ends) == 0);
  const pid_t tool = fork();
  if (tool == 0) {
    adopt_orphans();
    if (fork() == 0) {  // a launcher that dies, and a rank in a session of its own that nothing but KILL ends
      if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        [[maybe_unused]] const auto told = write(ends[1], "x", 1);
        pause();
      }
      _exit(0);
    }
    wait(nullptr);
    char ready = 0;
    [[maybe_unused]] const auto got = read(ends[0], &ready, 1);
    kill_descendants();
    close(ends[1]);
    // The end of the pipe is seen only when no one holds it any more.
    _exit(read(ends[0], &ready, 1) == 0 ? 0 : 1);
  }
  close(ends[0]);
  close(ends[1]);
  int status = -1;
  waitpid(tool, &status, 0);
  BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_SUITE_END()
