// SPDX-License-Identifier: MIT
#include "launch/words.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

BOOST_AUTO_TEST_SUITE(launch_words_sorting)

using namespace uneven::launch;

namespace {

struct Said {
  std::ostringstream out;
  Watchdog watchdog{{1, 1, 0}, {}};
  LauncherWords words;
  explicit Said(bool quiet = false) : words("run-bp", quiet, ProgressStyle::bar, out, watchdog, [] { return 80; }) {}

  /// What the watchdog says when more than its second has passed.
  std::string complaint() {
    for (int s = 1; s < 4; ++s) watchdog.pass(Watchdog::Clock::time_point{} + std::chrono::seconds(s));
    return watchdog.complaint();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(lines_may_be_cut_anywhere) {
  const std::string text = "mpi-runner-note: 2 ranks\n\nprinted by a program\nmpi-runner: rank 0: no\nafter\nlast";
  const std::string expected = "run-bp: 2 ranks\n\nprinted by a program\nmpi-runner: rank 0: no\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    BOOST_TEST_CONTEXT("cut at " << cut) {
      Said said;
      said.words.take(std::string_view(text).substr(0, cut));
      said.words.take(std::string_view(text).substr(cut));
      said.words.finish();
      BOOST_TEST(said.out.str() == expected);
      BOOST_TEST(said.words.error_seen());
      BOOST_TEST(said.words.kept().size() == 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_long_line_of_a_program_is_passed_on) {
  const std::string line = "[" + std::string(1 << 20, '0') + "\n";
  Said said;
  said.words.take(line);
  BOOST_TEST((said.out.str() == line));
  said.words.take("mpirun: " + line);
  BOOST_TEST(said.words.cause() == "");
}

BOOST_AUTO_TEST_CASE(quiet_drops_notes_alone) {
  Said said(true);
  said.words.take("mpi-runner-note: fine\nprogram\nmpi-runner: rank 0: no\n");
  BOOST_TEST(said.out.str() == "program\nmpi-runner: rank 0: no\n");
}

BOOST_AUTO_TEST_CASE(progress_is_never_shown_raw) {
  Said said;
  said.words.take("mpi-runner-progress: {\"done\":1,\"total\":2}\nmpi-runner-progress: {\"done\":\n");
  BOOST_TEST(said.out.str().find("1/2") != std::string::npos);
  BOOST_TEST(said.out.str().find("done") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(words_do_not_run_into_the_bar) {
  Said said;
  said.words.take("mpi-runner-progress: {\"done\":1,\"total\":2}\n");
  const auto before = said.out.str().size();
  said.words.take("hello\n");
  BOOST_TEST(said.out.str().substr(before) == "\r\033[Khello\n");
}

BOOST_AUTO_TEST_CASE(the_launchers_own_words_are_kept) {
  const std::string ruler(74, '-');
  Said said;
  said.words.take("mpirun: Forwarding signal 10 to job\n[node1:4711] *** Process received signal ***\n");
  said.words.take(ruler + "\nan advice\nof two lines\n" + ruler + "\n");
  said.words.take("srun: error: node1: task 3: Killed\n");
  said.words.take("[proxy:0:1@node1] HYDU_create_process (x): execvp error\n[mpiexec@node1] y\n");
  BOOST_TEST(said.out.str() == "");
  BOOST_TEST(said.words.kept().size() == 9);
  said.words.take("[1/3] a program's line\n-----\n");
  BOOST_TEST(said.out.str() == "[1/3] a program's line\n-----\n");
}

BOOST_AUTO_TEST_CASE(signs_are_for_the_watchdog_wherever_they_come) {
  Said said;
  said.words.take("mpi-runner-started\nhalf a mpi-runner-alive 3 node2\nline\n");
  BOOST_TEST(said.out.str() == "half a line\n");
  BOOST_TEST(said.watchdog.started());
  BOOST_TEST(said.complaint() == "rank 3 on node2 has not been heard of for 1 s (--silent-seconds)");
}

BOOST_AUTO_TEST_CASE(what_is_no_sign_is_a_programs_line) {
  const std::string lines = "mpi-runner-alive\nmpi-runner-alive x node2\nmpi-runner-alive 3 node2 too\n";
  Said said;
  said.words.take(lines);
  BOOST_TEST(said.out.str() == lines);
  BOOST_TEST(said.complaint() == "the ranks have not started within 1 s (--start-seconds)");
}

BOOST_AUTO_TEST_CASE(a_batch_system_may_let_us_wait) {
  Said said;
  said.words.take("srun: job 17 queued and waiting for resources\n");
  BOOST_TEST(said.complaint() == "");
  said.words.take("srun: job 17 has been allocated resources\n");
  said.watchdog.pass(Watchdog::Clock::time_point{} + std::chrono::hours(1));
  BOOST_TEST(said.watchdog.complaint() != "");
}

BOOST_AUTO_TEST_CASE(what_is_printed_is_safe_for_a_terminal) {
  Said said;
  said.words.take("a\tprogram's \033[2Jline\r\n");
  said.words.take("mpi-runner-note: \033]0;title\007\nmpi-runner: rank 0: \u202e\xe9\n");
  BOOST_TEST(said.out.str() ==
             "a\tprogram's \\x1b[2Jline\nrun-bp: \\x1b]0;title\\x07\nmpi-runner: rank 0: \\u202e\\xe9\n");
}

BOOST_AUTO_TEST_CASE(an_exit_code_is_put_down_to_its_rank) {
  Said said;
  const std::string ruler(74, '-');
  said.words.take(ruler + "\n  Process name: [[51234,1],2]\n  Exit code:    3\n" + ruler + "\n");
  BOOST_TEST(said.words.cause() == "rank 2 exited with code 3");
}

BOOST_AUTO_TEST_CASE(a_death_is_told_in_the_words_of_each_make_of_mpi) {
  const auto cause = [](const std::vector<std::string>& lines) {
    Said said;
    for (const std::string& line : lines) said.words.keep(line);
    return said.words.cause();
  };
  const std::string mpich = "=   PID 2942 RUNNING AT node1";
  BOOST_TEST(
      cause({mpich, "=   EXIT CODE: 9", "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)"}) ==
      "process 2942 on node1 ended by signal 9 (Killed)");
  BOOST_TEST(cause({mpich, "=   EXIT CODE: 3"}) == "process 2942 on node1 exited with code 3");
  BOOST_TEST(cause({"=   RANK 1 PID 2942 RUNNING AT node1", "=   KILLED BY SIGNAL: 11 (Segmentation fault)"}) ==
             "rank 1 on node1 ended by signal 11 (Segmentation fault)");
  BOOST_TEST(cause({"=   EXIT CODE: 9"}) == "");
}

BOOST_AUTO_TEST_CASE(a_line_without_end_is_passed_on) {
  Said said;
  for (int i = 0; i < 100; ++i) said.words.take(std::string(1 << 16, 'x'));
  BOOST_TEST(said.out.str().size() > (1u << 20));
}

BOOST_AUTO_TEST_SUITE_END()
