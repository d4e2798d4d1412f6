// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "launch/words.hpp"

BOOST_AUTO_TEST_SUITE(command_words)

using namespace uneven::launch;

namespace {

const std::vector<std::vector<std::string>> commands{
    {"true"},
    {"./render", "--from", "{first}", "-o", "", ":", "--", "a b", "*"},
    {"sh", "-c", "echo '$1' \"x\" `y` \\ $HOME;#\n", "caf\xc3\xa9", "\xff\xfe bytes", "\t"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(words_come_back_from_the_option_as_they_were) {
  for (const auto& words : commands) {
    const std::string option = command_option(words);
    BOOST_TEST(option.starts_with("--command=["));
    BOOST_TEST(words_of_option(option.substr(10)) == words, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_shell_reads_the_text_as_the_same_words) {
  for (const auto& words : commands) {
    const std::string command = "printf '%s\\n.' " + shell_text(words);
    std::string expected, found;
    for (const auto& word : words) expected += word + "\n.";
    FILE* shell = popen(command.c_str(), "r");
    for (int c; (c = fgetc(shell)) != EOF;) found += static_cast<char>(c);
    pclose(shell);
    BOOST_TEST(found == expected);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_list_of_words_is_refused) {
  for (const char* text : {"", "x", "[]", "[1]", "{}", R"([""])", R"(["a","b\u0000c"])", R"("a")", R"(["a")"})
    BOOST_CHECK_THROW(words_of_option(text), uneven::UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
