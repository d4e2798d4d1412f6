// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "launch/process.hpp"

BOOST_AUTO_TEST_SUITE(child)

using namespace uneven::launch;

namespace {

ChildCommand shell(const std::string& text) { return {.words = {"sh", "-c", text}}; }

/// All that is written to a pipe until nobody holds its other end.
std::string read_to_end(int descriptor) {
  std::string text;
  char bytes[4096];
  for (ssize_t got; (got = read(descriptor, bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(got));
  return text;
}

std::string output_of(ChildCommand command) {
  Pipe pipe;
  command.output = pipe.write;
  Child program(command);
  close_descriptor(pipe.write);
  std::string text = read_to_end(pipe.read);
  program.wait();
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_end_is_told_as_a_shell_tells_it) {
  BOOST_TEST(Child(shell("exit 3")).wait().code == 3);
  BOOST_TEST(Child(shell("true")).wait().code == 0);
  BOOST_TEST(Child(shell("kill -9 $$")).wait().code == 128 + 9);
  BOOST_TEST(Child(shell("kill -9 $$")).wait().signal == 9);
  BOOST_TEST(Child(shell("exit 137")).wait().signal == 0);
  // 30 MB in memory, whatever else.
  BOOST_TEST(Child(shell("exec python3 -c 'x = b\"1\" * 30000000'")).wait().peak_bytes > 30'000'000);
}

BOOST_AUTO_TEST_CASE(words_arrive_as_they_are) {
  BOOST_TEST(output_of({.words = {"printf", "[%s]", "a b", "", "--", "$HOME", "*", "'\""}}) ==
             "[a b][][--][$HOME][*]['\"]");
}

BOOST_AUTO_TEST_CASE(variables_are_added_replaced_and_left_out) {
  setenv("CHILD_TEST_A", "1", 1);
  setenv("CHILD_TEST_B", "2", 1);
  ChildCommand command = shell("echo $CHILD_TEST_A-$CHILD_TEST_B-$CHILD_NEW");
  command.environment = {"CHILD_TEST_A=3", "CHILD_NEW=x=y"};
  BOOST_TEST(output_of(command) == "3-2-x=y\n");
  command.without = {"CHILD_TEST_"};
  BOOST_TEST(output_of(command) == "3--x=y\n");
}

BOOST_AUTO_TEST_CASE(the_folder_is_entered_and_nothing_is_read) {
  ChildCommand command = shell("pwd; cat");
  command.folder = "/usr";
  BOOST_TEST(output_of(command) == "/usr\n");
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_start_is_an_exception) {
  const auto error_of = [](const ChildCommand& command) {
    try {
      Child program(command);
    } catch (const StartError& failed) {
      return std::to_string(failed.error) + " " + failed.what();
    }
    return std::string("started");
  };
  BOOST_TEST(error_of({.words = {"no-such-program"}}) == std::to_string(ENOENT) + " no-such-program: not found");
  BOOST_TEST(error_of({.words = {"/usr"}}) == std::to_string(EACCES) + " /usr: Permission denied");
  ChildCommand nowhere = shell("true");
  nowhere.folder = "/no/such";
  BOOST_TEST(error_of(nowhere) == std::to_string(ENOENT) + " folder '/no/such': No such file or directory");
}

BOOST_AUTO_TEST_CASE(ended_does_not_block) {
  Pipe pipe;
  ChildCommand command = shell("read line");
  command.input = pipe.read;
  Child program(command);
  BOOST_TEST(!program.ended().has_value());
  BOOST_TEST(write(pipe.write, "x\n", 2) == 2);
  BOOST_TEST(program.wait().code == 0);
  BOOST_TEST(program.ended()->code == 0);
}

BOOST_AUTO_TEST_CASE(the_whole_group_is_killed_with_the_child) {
  Pipe pipe;
  {
    ChildCommand command = shell("sleep 1000 & echo; wait");
    command.output = pipe.write;
    Child program(command);
    close_descriptor(pipe.write);
    char line = 0;
    BOOST_TEST(read(pipe.read, &line, 1) == 1);
  }
  BOOST_TEST(read_to_end(pipe.read) == "");  // ends only when the sleeping process has, too
}

BOOST_AUTO_TEST_CASE(the_program_and_what_it_started_die_with_the_owner) {
  Pipe pipe;
  const pid_t owner = fork();
  if (owner == 0) {
    ChildCommand command = shell("sleep 1000 & echo; wait");
    command.output = pipe.write;
    Child program(command);
    pause();
  }
  close_descriptor(pipe.write);
  char line = 0;
  BOOST_TEST(read(pipe.read, &line, 1) == 1);
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  BOOST_TEST(read_to_end(pipe.read) == "");
}

BOOST_AUTO_TEST_CASE(last_words_are_the_last_lines_that_say_something) {
  LastWords words;
  BOOST_TEST(words.text() == "");
  words.take("one\ntwo\nthr");
  words.take("ee  \n\n \nfour\x1b[1m\n");
  BOOST_TEST(words.text() == "two / three / four\\x1b[1m");
  words.take(std::string(100'000, 'x') + "end\n");
  BOOST_TEST(words.text().ends_with("xxend"));
  BOOST_TEST(words.text().starts_with("...xx"));
  BOOST_TEST(words.text().size() == 243u);
  BOOST_TEST(last_words_of("/no/such/file") == "");
}

BOOST_AUTO_TEST_SUITE_END()
