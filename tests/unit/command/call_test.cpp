// SPDX-License-Identifier: MIT
#include "command/call.hpp"

#include <poll.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

BOOST_AUTO_TEST_SUITE(command_call)

using namespace uneven::command;

namespace {

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("command-call-test-" + std::to_string(getpid()));
  Folder() {
    std::filesystem::create_directory(path);
    std::signal(SIGPIPE, SIG_IGN);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

struct Result {
  int code;
  std::string output, errors;
  bool whole_lines = true;
};

Result result_of(CallSetup setup, bool keep = true) {
  Call call(setup);
  Result result{};
  const auto take = [&](Stream stream, std::string_view bytes) {
    (stream == Stream::output ? result.output : result.errors) += bytes;
    result.whole_lines = result.whole_lines && bytes.ends_with('\n');
  };
  while (!call.ended()) {
    if (call.step(take)) continue;
    std::vector<pollfd> waits;
    call.add_to(waits);
    poll(waits.data(), waits.size(), 1000);
  }
  result.code = call.ended()->code;
  if (result.code == 0 && keep) call.keep_output();
  return result;
}

CallSetup shell(const std::string& text) { return {{"sh", "-c", text}, {}, "", {}, ""}; }

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_program_gets_its_bytes_of_the_file_and_no_others, Folder) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + "\n";
  const std::string name = path / "lines";
  std::ofstream(name) << text;
  for (const Bytes bytes : {Bytes{0, std::ssize(text)}, Bytes{1000, 300'000}, Bytes{7, 0}}) {
    CallSetup setup = shell("cat");
    setup.input = name;
    setup.input_bytes = bytes;
    BOOST_TEST((result_of(setup).output ==
                text.substr(static_cast<std::size_t>(bytes.offset), static_cast<std::size_t>(bytes.count))));
  }
  CallSetup deaf = shell("exec <&-; echo done");  // 590 kB do not fit into a pipe
  deaf.input = name;
  deaf.input_bytes = {0, std::ssize(text)};
  BOOST_TEST(result_of(deaf).output == "done\n");
}

BOOST_AUTO_TEST_CASE(lines_come_whole_and_streams_apart) {
  const Result result =
      result_of(shell("for i in 1 2 3; do printf a; sleep .02; echo b; printf c >&2; echo >&2; done; exit 4"));
  BOOST_TEST(result.code == 4);
  BOOST_TEST(result.output == "ab\nab\nab\n");
  BOOST_TEST(result.errors == "c\nc\nc\n");
  BOOST_TEST(result.whole_lines);
  BOOST_TEST(result_of(shell("printf 'no end'")).output == "no end");
}

BOOST_AUTO_TEST_CASE(a_process_left_in_the_background_holds_nothing_up) {
  BOOST_TEST(result_of(shell("sleep 3 & echo $!")).output != "");
}

BOOST_FIXTURE_TEST_CASE(an_output_file_appears_after_a_good_end_only, Folder) {
  CallSetup setup = shell("echo out; exit 1");
  setup.output = path / "out";
  BOOST_TEST(result_of(setup).output == "");
  BOOST_TEST(std::filesystem::is_empty(path));
  setup.words[2] = "echo out";
  result_of(setup);
  std::ifstream file(setup.output);
  BOOST_TEST(std::string(std::istreambuf_iterator<char>(file), {}) == "out\n");
}

BOOST_AUTO_TEST_SUITE_END()
