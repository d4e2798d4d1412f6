// SPDX-License-Identifier: MIT
#include "base/tool.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <iostream>
#include <new>
#include <sstream>

#include "../data/temporary.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(tool)

using namespace uneven;

namespace {

/// What a tool with the option -n printed, and its exit code.
struct Outcome {
  int code;
  std::string out, error;
};

class Redirected {
 public:
  Redirected(std::ostream& stream, std::ostream& to) : stream_(stream), before_(stream.rdbuf(to.rdbuf())) {}
  ~Redirected() { stream_.rdbuf(before_); }

 private:
  std::ostream& stream_;
  std::streambuf* before_;
};

Outcome run(std::vector<std::string> words, const std::function<void(Tool&)>& work) {
  std::ostringstream out, error;
  int code = 0;
  std::ios::sync_with_stdio(false);  // the tool does so, and the first time gives the streams new buffers
  {
    const Redirected standard_output(std::cout, out), standard_error(std::cerr, error);
    Tool tool("share-units", "Share equal work units.");
    std::int64_t units = 0;
    tool.app.add_option("-n,--units", units, "Work units");
    words.insert(words.begin(), "/somewhere/share-units");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    code = tool.run(static_cast<int>(argv.size()), argv.data(), [&] { work(tool); });
  }
  return {code, out.str(), error.str()};
}

template <class Exception>
Outcome run_into(const Exception& exception) {
  return run({}, [&](Tool&) { throw exception; });
}

struct Word {
  std::string text;
};
void write_document(std::ostream& out, const Word& word, bool compact) { out << word.text << (compact ? "" : "\n"); }

}  // namespace

BOOST_AUTO_TEST_CASE(each_exception_is_one_line_and_its_exit_code) {
  const std::pair<Outcome, int> failures[] = {
      {run_into(UsageError("bad")), 64},      {run_into(InputError("bad")), 65},
      {run_into(OpenError("bad")), 66},       {run_into(SystemError("bad")), 71},
      {run_into(IoError("bad")), 74},         {run_into(ExitError(1, "bad")), 1},
      {run_into(ExitError(137, "bad")), 137}, {run_into(std::logic_error("bad")), 70}};
  for (const auto& [outcome, code] : failures) {
    BOOST_TEST(outcome.code == code);
    BOOST_TEST(outcome.error == "share-units: bad\n");
    BOOST_TEST(outcome.out == "");
  }
  BOOST_TEST(run_into(std::bad_alloc()).code == 71);
  BOOST_TEST(run_into(std::bad_alloc()).error == "share-units: not enough memory\n");
  BOOST_TEST(run_into(42).code == 70);
}

BOOST_AUTO_TEST_CASE(a_message_of_several_lines_is_joined_and_an_empty_one_is_silent) {
  BOOST_TEST(run_into(InputError("one\ntwo\n\n")).error == "share-units: one two\n");
  BOOST_TEST(run_into(ExitError(1, "")).error == "");
}

BOOST_AUTO_TEST_CASE(success_is_zero_and_silent) {
  const Outcome outcome = run({}, [](Tool&) {});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.out + outcome.error == "");
}

BOOST_AUTO_TEST_CASE(a_wrong_command_line_is_64_and_does_no_work) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--unit", "3"}, {"-n", "three"}, {"-n"}, {"left over"}, {"-o"}}) {
    const Outcome outcome = run(words, [](Tool&) { BOOST_TEST(false, "worked all the same"); });
    BOOST_TEST(outcome.code == 64);
    BOOST_TEST(outcome.error.starts_with("share-units: "));
    BOOST_TEST(std::ranges::count(outcome.error, '\n') == 1);
    BOOST_TEST(outcome.out == "");
  }
}

BOOST_AUTO_TEST_CASE(help_and_version_go_to_standard_output) {
  const auto nothing = [](Tool&) { BOOST_TEST(false, "worked all the same"); };
  const Outcome help = run({"--help"}, nothing), version = run({"--version"}, nothing);
  BOOST_TEST(help.code == 0);
  BOOST_TEST(contains(help.out, "--units"));
  BOOST_TEST(version.code == 0);
  BOOST_TEST(version.out == "share-units (uneven) " UNEVEN_VERSION "\n");
  BOOST_TEST(help.error + version.error == "");
}

BOOST_AUTO_TEST_CASE(notes_are_lines_that_quiet_silences) {
  const auto note = [](Tool& tool) { tool.note("looks\nodd"); };
  BOOST_TEST(run({}, note).error == "share-units: looks odd\n");
  BOOST_TEST(run({"--quiet"}, note).error == "");
  BOOST_TEST(run({"-q"}, note).error == "");
}

BOOST_AUTO_TEST_CASE(a_document_goes_to_standard_output_or_to_its_file) {
  const TemporaryDirectory directory;
  const auto write = [](Tool& tool) { tool.write(Word{"plan"}); };
  BOOST_TEST(run({}, write).out == "plan\n");
  BOOST_TEST(run({"--compact"}, write).out == "plan");
  BOOST_TEST(run({"-o", directory.path("plan")}, write).out == "");
  BOOST_TEST(directory.read("plan") == "plan\n");
  BOOST_TEST(run({"-o", directory.path("none/plan")}, write).code == 74);
}

BOOST_AUTO_TEST_CASE(made_by_names_only_what_shapes_the_output) {
  const auto options = [](const std::vector<std::string>& words) {
    std::string found;
    const Outcome outcome = run(words, [&](Tool& tool) { found = tool.made_by().options; });
    BOOST_TEST(outcome.error == "");
    return found;
  };
  BOOST_TEST(options({}) == "");
  BOOST_TEST(options({"-n", "7"}) == "-n 7");
  for (const std::vector<std::string>& where : {std::vector<std::string>{"-o", "x"},
                                                {"-ox"},
                                                {"--output", "x"},
                                                {"--output=x"},
                                                {"-q"},
                                                {"--quiet"},
                                                {"--compact"}}) {
    std::vector<std::string> words = where;
    words.insert(words.end(), {"--units", "7"});
    BOOST_TEST(options(words) == "--units 7");
  }
}

BOOST_AUTO_TEST_SUITE_END()
