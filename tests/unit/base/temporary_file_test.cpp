// SPDX-License-Identifier: MIT
#include "base/temporary_file.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "../data/temporary.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(temporary_file)

using namespace uneven;

namespace {

/// How a process ended (as of waitpid) that has a temporary file with a name and gets `signal`.
int end_with_a_temporary(const std::string& target, int signal, void (*before)(int)) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(signal, before);
    const TemporaryFile file(target, true);
    ::raise(signal);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

int end_with_a_temporary(const std::string& target, int signal) {
  return end_with_a_temporary(target, signal, SIG_DFL);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_signal_that_can_be_caught_ends_the_process_and_its_file) {
  const TemporaryDirectory directory;
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGUSR2, SIGALRM, SIGRTMIN + 1}) {
    const int status = end_with_a_temporary(directory.path("c.npy"), signal);
    BOOST_TEST((WIFSIGNALED(status) && WTERMSIG(status) == signal), "signal " << signal);
    BOOST_TEST(directory.files() == 0, "signal " << signal);
  }
}

BOOST_AUTO_TEST_CASE(a_signal_that_is_ignored_stays_so) {
  const TemporaryDirectory directory;
  const int status = end_with_a_temporary(directory.path("c.npy"), SIGHUP, SIG_IGN);
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(what_a_killed_process_left_goes_with_the_next_file_of_the_same_name) {
  const TemporaryDirectory directory;
  end_with_a_temporary(directory.path("c.npy"), SIGKILL);
  end_with_a_temporary(directory.path("d.npy"), SIGKILL);
  BOOST_TEST_REQUIRE(directory.files() == 2);
  const TemporaryFile first(directory.path("c.npy"), true), second(directory.path("c.npy"), true);
  BOOST_TEST(directory.files() == 3);  // these two, which live, and that of d.npy
  BOOST_TEST(std::filesystem::exists(first.path()));
}

BOOST_AUTO_TEST_CASE(others_write_to_a_shared_one_by_its_name) {
  const TemporaryDirectory directory;
  TemporaryFile file(directory.path("c.npy"), true);
  std::ofstream(file.path(), std::ios::in) << "others";
  BOOST_TEST(write_bytes(file.descriptor(), "own", 3, 6) == 0);
  BOOST_TEST(!std::filesystem::exists(directory.path("c.npy")));
  file.replace_target();
  BOOST_TEST(directory.read("c.npy") == "othersown");
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
