// SPDX-License-Identifier: MIT
#include "phrase/transfer.hpp"

#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "words.hpp"

BOOST_AUTO_TEST_SUITE(phrase_transfer)

using namespace phrase_words;
using namespace uneven::phrase;

namespace {

const Nouns nouns = list(
    "京都\tKyoto\t*\t981\n日本\tJapan\tJapanese\t960\n会議\tmeeting\t*\t801\n学生\tstudent\t*\t200\n私\tI\t*\tp00\n"
    "彼\the\t*\tp01\n手紙\tletter\t*\t620\n田中\tTanaka\t*\t200\n三人\tthree people\t*\t872\n誕生日\tbirthday\t*\t702\n"
    "-人\t#\t*\tu00\n-年\t#-year\t*\tu20\n-歳\t#-year-old\t*\tu20\n-時\t# o'clock\t*\tu21\n-さん\tMr. #\t*\t---\n"
    "お-\t#\t*\t---\n第-\tnumber #\t*\tu23\n契約\tcontract\t*\t630\n");

English english(const std::vector<Word>& words) { return translate(side_of(words), nouns); }

std::string filled_with(const std::string& pattern, const std::vector<Word>& a, const std::vector<Word>& b) {
  return filled(pattern, english(a), english(b));
}

}  // namespace

BOOST_AUTO_TEST_CASE(patterns_are_filled) {
  BOOST_TEST(filled_with("B in A", {noun("京都")}, {noun("会議")}) == "meeting in Kyoto");
  BOOST_TEST(filled_with("A's B", {noun("私")}, {noun("手紙")}) == "my letter");
  BOOST_TEST(filled_with("B to A", {noun("彼")}, {noun("手紙")}) == "letter to him");
  BOOST_TEST(filled_with("Adj B", {noun("日本")}, {noun("学生")}) == "Japanese student");
  BOOST_TEST(filled_with("Adj B", {noun("京都")}, {noun("学生")}) == "Kyoto student");
  BOOST_TEST(filled_with("B of As", {noun("学生")}, {noun("会議")}) == "meeting of students");
  BOOST_TEST(filled_with("in front of A", {noun("学生")}, {noun("前")}) == "in front of student");
  BOOST_TEST(filled_with("A B", {noun("学生")}, {noun("会議")}) == "student meeting");
}

BOOST_AUTO_TEST_CASE(numbers_with_counters) {
  // The counter goes before the noun of the list, three people.
  BOOST_TEST(filled_with("A Bs", {number("三"), counter("人")}, {noun("学生")}) == "three students");
  BOOST_TEST(filled_with("A Bs", {number("1"), counter("人")}, {noun("学生")}) == "one student");
  BOOST_TEST(filled_with("A Bs", {number("十"), number("二"), counter("人")}, {noun("学生")}) == "12 students");
  BOOST_TEST(filled_with("A Bs", {number("数"), counter("人")}, {noun("学生")}) == "several students");
  BOOST_TEST(filled_with("A B", {number("三"), counter("年")}, {noun("契約")}) == "three-year contract");
  BOOST_TEST(filled_with("for A", {number("三"), counter("年")}, {noun("間")}) == "for three years");
  BOOST_TEST(filled_with("for A", {number("一"), counter("年")}, {noun("間")}) == "for one year");
  BOOST_TEST(filled_with("A's B", {number("三"), counter("年")}, {noun("契約")}) == "three years' contract");
  BOOST_TEST(filled_with("A B", {number("5"), counter("歳")}, {noun("学生")}) == "five-year-old student");
  BOOST_TEST(filled_with("B of A", {number("5"), counter("歳")}, {noun("学生")}) == "student of five years old");
  BOOST_TEST(filled_with("A B", {number("十"), counter("時")}, {noun("会議")}) == "ten o'clock meeting");
  BOOST_TEST(filled_with("A B", {prefix("第"), number("三")}, {noun("契約")}) == "number three contract");
  BOOST_TEST(english({number("三"), counter("年")}).code == "u20");
}

BOOST_AUTO_TEST_CASE(affixes_and_pieces) {
  BOOST_TEST(english({noun("田中", "person"), suffix("さん")}).noun == "Mr. Tanaka");
  BOOST_TEST(english({noun("田中", "person"), suffix("さん")}).code == "200");
  BOOST_TEST(english({prefix("お"), noun("手紙")}).noun == "letter");
  BOOST_TEST(english({noun("誕生"), suffix("日"), noun("会議")}).noun == "birthday meeting");
  BOOST_TEST(english({noun("誕生"), suffix("日"), noun("会議")}).code == "801");
}

BOOST_AUTO_TEST_CASE(what_no_list_has_is_named) {
  const English some = english({noun("山"), noun("会議"), noun("川")});
  BOOST_TEST(some.noun == "山 meeting 川");
  BOOST_TEST(some.unknown == (std::vector<std::string>{"山", "川"}), boost::test_tools::per_element());
  BOOST_TEST(some.code == unknown_code);
  BOOST_TEST(english({noun("京都")}).unknown.empty());
}

BOOST_AUTO_TEST_CASE(patterns_that_say_nothing_of_the_nouns) {
  for (const char* pattern : {"W", "other", "*", "", "A.B", "Ab"}) BOOST_TEST(!can_be_filled(pattern), pattern);
  for (const char* pattern : {"A", "B", "on A", "all Bs", "Adj B", "A's B"})
    BOOST_TEST(can_be_filled(pattern), pattern);
}

BOOST_AUTO_TEST_CASE(a_list_has_translations_and_codes) {
  const auto message = [](const std::string& text) {
    Nouns made;
    try {
      made.add(uneven::search::read_table(text, "n.tsv"));
    } catch (const uneven::InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  BOOST_TEST(message("noun\ttranslation\n山\tmountain\n") == "no error");
  BOOST_TEST(message("noun\ttranslation\n山\t*\n") == "n.tsv:2: no translation of '山'");
  BOOST_TEST(message("noun\tenglish\n山\tm\n") == "n.tsv:1: no column 'translation'; there are: noun, english");
  BOOST_TEST(message("noun\ttranslation\tcode\n山\tmountain\t12\n") ==
             "n.tsv:2: code: '12'; expected 3 characters, or --- if unknown");
  // What is known stays.
  Nouns two = list("山\thill\t*\t941\n");
  two.add(uneven::search::read_table("noun\ttranslation\n山\tmountain\n川\triver\n", "n.tsv"));
  BOOST_TEST(two.find("山")->translation == "hill");
  BOOST_TEST(two.find("川")->code == unknown_code);
  BOOST_TEST(!two.find("海"));
}

BOOST_AUTO_TEST_SUITE_END()
