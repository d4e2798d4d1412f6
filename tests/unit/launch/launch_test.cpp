// SPDX-License-Identifier: MIT
#include "launch/launch.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <sstream>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(launch_program)

using namespace uneven;
using namespace uneven::launch;

// The launchers here are shell scripts that do what mpirun and srun were seen to do, and worse.
namespace {

struct Outcome {
  int code = 0;
  std::string message, words, output;
  bool stopped = false;
};

Outcome run(const std::string& script, const std::string& input = "{}", LaunchOptions options = {}) {
  options.progress = "lines";
  std::ostringstream words;
  Outcome outcome;
  try {
    const auto result = launch_command_line("run-bp", options, {"/bin/sh", "-c", script}, input, words);
    outcome.output = result.output;
    outcome.stopped = result.stopped;
  } catch (...) {
    outcome.code = exit_code_of_current_exception();
    outcome.message = message_of_current_exception();
  }
  outcome.words = words.str();
  return outcome;
}

/// Of a script: the tool has read that the ranks have met once it has read what follows.
const std::string started = "echo mpi-runner-started >&2; head -c 200000 /dev/zero >&2; ";

const std::size_t hundred_mb = 100'000'000;

}  // namespace

BOOST_AUTO_TEST_CASE(input_and_output_arrive_whole) {
  std::string input;
  for (int i = 0; input.size() < 3'000'000; ++i) input += std::to_string(i) + '\n';
  const auto outcome = run("cat", input);
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST((outcome.output == input));
  BOOST_TEST(outcome.words == "");
  BOOST_TEST(!outcome.stopped);
}

BOOST_AUTO_TEST_CASE(empty_input_ends_at_once) { BOOST_TEST(run("cat; echo {}", "").output == "{}\n"); }

BOOST_AUTO_TEST_CASE(input_that_nobody_reads_does_no_harm) {
  const std::string input(hundred_mb, 'x');
  BOOST_TEST(run("echo {}", input).output == "{}\n");
  BOOST_TEST(run("exec <&-; sleep 0.05; echo {}", input).output == "{}\n");
  BOOST_TEST(run("head -c 1000 >/dev/null; echo {}", input).output == "{}\n");
}

BOOST_AUTO_TEST_CASE(a_flood_on_all_streams_does_not_block) {
  const auto outcome =
      run("exec 3<&0; cat <&3 >/dev/null & head -c 4000000 /dev/zero >&2 & head -c 20000000 /dev/zero; wait",
          std::string(5'000'000, 'x'));
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.output.size() == 20'000'000);
}

BOOST_AUTO_TEST_CASE(closed_streams_of_our_own_do_not_matter) {
  const int saved = dup(0);
  close(0);
  const auto outcome = run("cat", "{}");
  dup2(saved, 0);
  close(saved);
  BOOST_TEST(outcome.output == "{}");
}

BOOST_AUTO_TEST_CASE(a_launcher_that_is_missing_is_named) {
  std::ostringstream words;
  const auto starting = [&](const std::string& name) {
    try {
      launch_command_line("run-bp", {}, {name}, "", words);
    } catch (const SystemError& e) {
      return std::string(e.what());
    }
    return std::string("started");
  };
  BOOST_TEST(starting("no-such-launcher") == "no-such-launcher: not found; see --launcher");
  BOOST_TEST(starting("/") == "/: Permission denied");
}

BOOST_AUTO_TEST_CASE(the_runners_error_stands_alone_and_its_code_arrives) {
  const auto outcome = run(
      "printf 'mpi-runner: rank 1: /speed/0: 0 is not a speed\\nmpi-runner: rank 1: /speed/0: 0 is not a speed\\n' >&2;"
      "echo 'MPI_ABORT was invoked on rank 1' >&2; echo rubbish; exit 65");
  BOOST_TEST(outcome.code == 65);
  BOOST_TEST(outcome.message == "");
  BOOST_TEST(outcome.words == "mpi-runner: rank 1: /speed/0: 0 is not a speed\n");
}

BOOST_AUTO_TEST_CASE(an_error_of_the_runner_fails_the_run_whatever_the_code) {
  BOOST_TEST(run("echo 'mpi-runner: rank 0: no memory' >&2; echo {}").code == 71);
  BOOST_TEST(run("echo 'mpi-runner: rank 0: no memory' >&2; exit 1").code == 71);
  BOOST_TEST(run("echo 'mpi-runner: rank 0: no memory' >&2; kill -9 $$").code == 71);
}

BOOST_AUTO_TEST_CASE(without_the_runners_word_the_launchers_are_shown) {
  const auto outcome = run("echo 'mpirun: there are not enough slots' >&2; echo half a; exit 1");
  BOOST_TEST(outcome.code == 71);
  BOOST_TEST(outcome.message == "/bin/sh exited with code 1");
  BOOST_TEST(outcome.words == "  mpirun: there are not enough slots\n  half a\n");
}

BOOST_AUTO_TEST_CASE(a_launcher_that_dies_is_said_to) {
  BOOST_TEST(run("echo {}; kill -SEGV $$").message == "/bin/sh ended by signal 11 (Segmentation fault)");
  BOOST_TEST(run("echo {}; kill -SEGV $$").code == 71);
}

BOOST_AUTO_TEST_CASE(the_rank_that_died_is_named) {
  const std::string openmpi =
      "mpirun noticed that process rank 3 with PID 0 on node node2 exited on signal 9 (Killed).";
  const std::string ruler(74, '-');
  const auto outcome = run("printf '%s\\n' '" + ruler + "' '" + openmpi + "' '" + ruler + "' >&2; exit 137");
  BOOST_TEST(outcome.code == 71);
  BOOST_TEST(outcome.message == "rank 3 on node2 ended by signal 9 (Killed)");
  BOOST_TEST(outcome.words == "  " + ruler + "\n  " + openmpi + "\n  " + ruler + "\n");
  BOOST_TEST(run("echo 'srun: error: node1: task 2: Segmentation fault' >&2; exit 139").message ==
             "rank 2 on node1: Segmentation fault");
}

BOOST_AUTO_TEST_CASE(no_report_is_a_failure) {
  BOOST_TEST(run("exit 0").code == 71);
  BOOST_TEST(run("exit 0").message == "/bin/sh ended without a report; is it an MPI launcher?");
}

BOOST_AUTO_TEST_CASE(term_asks_the_ranks_to_report) {
  for (const std::string signal : {"TERM", "USR1"}) {
    BOOST_TEST_CONTEXT(signal) {
      const std::string finish = "trap 'echo stopped; exit 0' USR1; " + started + "kill -" + signal;
      const auto outcome = run(finish + " $PPID; while :; do sleep 0.02; done");
      BOOST_TEST(outcome.code == 0);
      BOOST_TEST(outcome.output == "stopped\n");
      BOOST_TEST(outcome.stopped);
    }
  }
}

BOOST_AUTO_TEST_CASE(two_terms_at_once_are_one_wish) {
  const auto outcome =
      run("trap 'kill -TERM $PPID; sleep 0.1; echo stopped; exit 0' USR1; trap 'exit 1' TERM; " + started +
          "kill -TERM $PPID;"
          "while :; do sleep 0.02; done");
  BOOST_TEST(outcome.output == "stopped\n");
}

BOOST_AUTO_TEST_CASE(a_report_counts_though_usr1_ended_the_script_around_mpirun) {
  const auto outcome = run(
      started +
      "sh -c \"trap 'sleep 0.1; echo stopped; exit 0' USR1; kill -TERM $PPID; while :; do sleep 0.02; done\"; exit 3");
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.output == "stopped\n");
  BOOST_TEST(outcome.stopped);
}

BOOST_AUTO_TEST_CASE(stopped_before_the_ranks_listen) {
  const auto outcome = run(started + "kill -TERM $PPID; sleep 5");
  BOOST_TEST(outcome.code == 75);
  BOOST_TEST(outcome.message == "stopped by a signal before there was anything to report");
}

BOOST_AUTO_TEST_CASE(a_launcher_whose_ranks_have_not_met_is_ended_by_a_stop) {
  const auto outcome = run("trap 'exit 1' TERM; trap '' USR1; kill -TERM $PPID; sleep 5 >&- 2>&- & wait; sleep 5");
  BOOST_TEST(outcome.code == 75);
  BOOST_TEST(outcome.message == "stopped by a signal before there was anything to report");
}

BOOST_AUTO_TEST_CASE(ranks_that_do_not_start_are_given_up_with_what_was_said) {
  LaunchOptions options;
  options.limits.start_s = 2;
  const auto outcome = run("echo 'mpirun: no' >&2; sleep 60", "", options);
  BOOST_TEST(outcome.code == 71);
  BOOST_TEST(outcome.message == "the ranks have not started within 2 s (--start-seconds)");
  BOOST_TEST(outcome.words == "  mpirun: no\n");
}

BOOST_AUTO_TEST_CASE(a_silent_rank_is_given_up_though_its_launcher_heeds_nothing) {
  LaunchOptions options;
  options.limits.silent_s = 0.1;
  options.limits.start_s = 0;
  // The launcher and a rank in a session of its own, which would hold our streams open.
  const auto outcome =
      run("echo mpi-runner-alive 1 node2 >&2; trap '' TERM; setsid sh -c \"trap '' TERM; sleep 60\" &"
          "kill -STOP $$",
          "", options);
  BOOST_TEST(outcome.code == 71);
  BOOST_TEST(outcome.message == "rank 1 on node2 has not been heard of for 0.1 s (--silent-seconds)");
}

BOOST_AUTO_TEST_CASE(int_and_hup_end_the_launcher_and_then_us) {
  for (const int signal : {SIGINT, SIGHUP}) {
    BOOST_TEST_CONTEXT("signal " << signal) {
      int ends[2];
      BOOST_REQUIRE(pipe(ends) == 0);
      const pid_t child = fork();
      if (child == 0) {
        ::signal(signal, SIG_DFL);  // nohup and a shell's & leave them ignored
        // `wait` and not `sleep`: a shell acts on a trapped signal only between commands.
        std::ostringstream words;
        const std::string cleanup = "trap 'echo cleaned >&" + std::to_string(ends[1]) + "; exit 1' INT TERM; kill -";
        try {
          launch_command_line("run-bp", {},
                              {"/bin/sh", "-c", cleanup + std::to_string(signal) + " $PPID; sleep 1 >&- 2>&- & wait"},
                              "", words);
        } catch (...) {
        }
        _exit(0);
      }
      close(ends[1]);
      int status = 0;
      waitpid(child, &status, 0);
      BOOST_TEST(WIFSIGNALED(status));
      BOOST_TEST(WTERMSIG(status) == signal);
      char text[16] = "";
      BOOST_TEST(read(ends[0], text, sizeof text) == 8);
      BOOST_TEST(std::string(text) == "cleaned\n");
      close(ends[0]);
    }
  }
}

BOOST_AUTO_TEST_CASE(signals_that_were_ignored_stay_ignored) {
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGHUP, &ignore, &before);
  const auto outcome = run("kill -HUP $PPID; echo {}");
  sigaction(SIGHUP, &before, nullptr);
  BOOST_TEST(outcome.output == "{}\n");
}

BOOST_AUTO_TEST_CASE(signal_actions_are_given_back) {
  for (const int signal : {SIGPIPE, SIGTERM, SIGUSR1, SIGINT, SIGTSTP, SIGCHLD}) {
    struct sigaction before {
    }, after{};
    sigaction(signal, nullptr, &before);
    run("echo {}");
    sigaction(signal, nullptr, &after);
    BOOST_TEST((before.sa_handler == after.sa_handler));
  }
}

BOOST_AUTO_TEST_SUITE_END()
