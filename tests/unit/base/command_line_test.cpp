// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "base/tool.hpp"

BOOST_AUTO_TEST_SUITE(command_line)

using namespace uneven;

namespace {

/// What is said of the words of a planner; "nothing was thrown" if they are right.
std::string said_of(std::vector<std::string> words) {
  CommandLine app("plan", "");
  std::string speeds, file, method, old;
  const Option plan = app.add_option("FILE", file);
  app.add_option("--speeds", speeds).excludes(plan);
  app.add_option("-m,--method", method).required();
  app.add_option("--methods", old).group("");
  words.insert(words.begin(), "plan");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return text_of<UsageError>([&] { app.parse(static_cast<int>(argv.size()), argv.data()); });
}

std::string said_of_two(std::vector<std::string> words) {
  CommandLine app("plan", "");
  std::int64_t size = 0;
  app.add_subcommand("matmul", "").add_option("--size", size).required();
  app.add_subcommand("elements", "");
  words.insert(words.begin(), "plan");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return text_of<UsageError>([&] { app.parse(static_cast<int>(argv.size()), argv.data()); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_right_is_taken) {
  BOOST_TEST(said_of({"--method", "best", "--speeds", "2,1"}) == "nothing was thrown");
  BOOST_TEST(said_of_two({"matmul", "--size", "3"}) == "nothing was thrown");
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_named_before_what_follows_from_it) {
  // "best" is then FILE, which --speeds excludes, and --method is missing.
  const std::string named = "unknown option --methd; did you mean --method?";
  BOOST_TEST(said_of({"--methd", "best", "--speeds", "2,1"}) == named);
  BOOST_TEST(said_of({"--speeds", "2,1", "--methd=best"}) == named);
  BOOST_TEST(said_of({"-m", "a", "--methd"}) == named);
  BOOST_TEST(said_of({"-methd", "a"}) != named);  // -m with "ethd"
  BOOST_TEST(said_of_two({"matmul", "--sise", "3"}) == "unknown option --sise; did you mean --size?");
}

BOOST_AUTO_TEST_CASE(what_is_like_no_option_is_like_none) {
  BOOST_TEST(said_of({"-m", "a", "--zzzzzzzz"}) == "unknown option --zzzzzzzz; try plan --help");
  BOOST_TEST(said_of({"-m", "a", "-x"}) == "unknown option -x; try plan --help");
}

BOOST_AUTO_TEST_CASE(values_are_counted) {
  BOOST_TEST(said_of({"-m", "a", "--speeds", "1", "--speeds", "2", "--speeds", "3"}) ==
             "--speeds: is given 3 times; expected once");
  BOOST_TEST(said_of({"-m", "a", "--speeds"}) == "--speeds: has no value; expected TEXT");
}

BOOST_AUTO_TEST_CASE(more_words_are_named_in_their_order) {
  BOOST_TEST(said_of({"-m", "a", "file", "one", "two"}) == "'one two' is more than expected; try plan --help");
  CommandLine app("run", "");
  app.explain_more_words("the command stands behind --");
  std::string name = "run", word = "./render";
  char* argv[] = {name.data(), word.data()};
  BOOST_TEST(text_of<UsageError>([&] { app.parse(2, argv); }) ==
             "'./render' is more than expected; the command stands behind --");
}

BOOST_AUTO_TEST_CASE(two_alternatives_are_named) {
  CommandLine app("show", "");
  bool svg = false, html = false, dot = false;
  CommandLine forms = app.add_alternatives("Forms", "");
  forms.add_flag("--svg", svg);
  forms.add_flag("--html", html);
  forms.add_flag("--dot", dot);
  std::string name = "show", one = "--dot", two = "--html";
  char* argv[] = {name.data(), one.data(), two.data()};
  BOOST_TEST(text_of<UsageError>([&] { app.parse(3, argv); }) == "--html excludes --dot");
}

BOOST_AUTO_TEST_CASE(what_is_printed_is_safe_and_short) {
  const std::string said = said_of({"-m", "a", "--\033[2J" + std::string(100'000, 'x')});
  BOOST_TEST(said.starts_with("unknown option --\\x1b[2Jxxx"));
  BOOST_TEST(said.size() < 200);
}

BOOST_AUTO_TEST_CASE(words_after_two_dashes_are_no_options) {
  BOOST_TEST(!contains(said_of({"-m", "a", "--", "file", "--methd"}), "unknown option"));
}

// Kind, names, what is taken, words that complete it, meaning.
BOOST_AUTO_TEST_CASE(options_are_listed_for_completions) {
  CommandLine app("plan", "");
  std::string order, mode;
  bool fast = false;
  app.add_option("-o,--order", order, "Of ranks").one_of({"free", "sorted"});
  app.add_option("MODE", mode, "What moves").type_name("none|blocks=B|FILE");
  app.add_flag("--fast", fast, "At once");
  app.add_option("--secret", order, "Not shown").group("");
  const auto listed = [&](std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    return app.parse(static_cast<int>(argv.size()), argv.data()).value_or("");
  };
  const std::string all = listed({"plan", "--nonsense", "--list-options"});
  BOOST_TEST(contains(all, "\noption\t-o,--order\tTEXT\tfree sorted\tOf ranks\n"));
  BOOST_TEST(contains(all, "\noperand\tMODE\tnone|blocks=B|FILE\tnone blocks=\tWhat moves\n"));
  BOOST_TEST(contains(all, "\noption\t--fast\t\t\tAt once\n"));
  BOOST_TEST(!contains(all, "secret"));
  CommandLine inner = app.add_subcommand("inner", "Less");
  inner.add_flag("--deep", fast, "Far down");
  BOOST_TEST(contains(listed({"plan", "--list-options"}), "\ncommand\tinner\t\t\tLess\n"));
  BOOST_TEST(contains(listed({"plan", "inner", "--list-options"}), "\noption\t--deep\t\t\tFar down\n"));
}

BOOST_AUTO_TEST_CASE(subcommands_are_listed_where_one_is_missing) {
  BOOST_TEST(said_of_two({}) == "no subcommand; expected matmul or elements; try plan --help");
  BOOST_TEST(said_of_two({"--size", "3"}) == "no subcommand; expected matmul or elements; try plan --help");
  BOOST_TEST(said_of_two({"matmull", "--size", "3"}) ==
             "no subcommand 'matmull'; expected matmul or elements; did you mean matmul?");
}

BOOST_AUTO_TEST_SUITE_END()
