// SPDX-License-Identifier: MIT
#include "phrase/split.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <random>

#include "base/error.hpp"
#include "words.hpp"

BOOST_AUTO_TEST_SUITE(phrase_split)

using namespace phrase_words;
using namespace uneven::phrase;

namespace {

std::string shown(const Phrase& phrase) {
  const auto side = [](const Side& s) { return s.text + "/" + s.pos + "/" + s.affix; };
  return side(phrase.n1) + " " + phrase.particle + " " + side(phrase.n2);
}

std::string message_of(const std::vector<Word>& words, const Nouns& nouns = {}) {
  try {
    return shown(take_apart(words, nouns));
  } catch (const uneven::InputError& e) {
    return e.what();
  }
}

const std::string expected = "; expected two nouns, such as 京都の会議";

}  // namespace

BOOST_AUTO_TEST_CASE(features_of_ipadic_are_parts_of_speech) {
  BOOST_TEST(word_of("京都", "名詞,固有名詞,地域,一般").pos == "place");
  BOOST_TEST(word_of("会議", "名詞,サ変接続,*").pos == "verbal");
  BOOST_TEST(word_of("後", "名詞,非自立,副詞可能").pos == "adverbial");
  BOOST_TEST(word_of("人", "名詞,接尾,助数詞").pos == "counter");
  BOOST_TEST(bool(word_of("人", "名詞,接尾,助数詞").kind == Kind::counter));
  BOOST_TEST(bool(word_of("の", "助詞,連体化").kind == Kind::particle));
  BOOST_TEST(bool(word_of("食べる", "動詞,自立").kind == Kind::other));
}

BOOST_AUTO_TEST_CASE(two_nouns_and_what_stands_between) {
  BOOST_TEST(message_of({noun("京都", "place"), of, noun("会議", "verbal")}) == "京都/place/* の 会議/verbal/*");
  BOOST_TEST(message_of({noun("駅"), particle("から"), of, noun("道")}) == "駅/common/* からの 道/common/*");
  BOOST_TEST(message_of({prefix("お"), noun("手紙"), of, noun("参加", "verbal"), suffix("者")}) ==
             "お手紙/common/お- の 参加者/common/-者");
  BOOST_TEST(message_of({prefix("第"), number("三"), counter("回"), of, noun("会")}) ==
             "第三回/counter/第--回 の 会/common/*");
}

BOOST_AUTO_TEST_CASE(nouns_of_the_lists_are_not_cut) {
  const Nouns nouns =
      list("男の子\tboy\t*\t270\n服\tclothes\t*\t141\nいくつか\tseveral\t*\tq02\n木\ttree\t*\t214\n葉\tleaf\t*\t216\n");
  BOOST_TEST(message_of({noun("男"), of, noun("子"), of, noun("服")}, nouns) == "男の子/common/* の 服/common/*");
  BOOST_TEST(message_of({noun("いくつ"), particle("か"), of, noun("服")}, nouns) == "いくつか/common/* の 服/common/*");
  BOOST_TEST(message_of({noun("木の葉")}, nouns) == "木/common/* の 葉/common/*");
  BOOST_TEST(message_of({noun("火の見")}, nouns) == "one noun" + expected);
}

BOOST_AUTO_TEST_CASE(compounds) {
  BOOST_TEST(message_of({noun("国際"), noun("会議", "verbal")}) == "国際/common/* - 会議/verbal/*");
  // The lists have the whole, or its end.
  BOOST_TEST(message_of({noun("旅行", "verbal"), noun("会社")}, list("旅行会社\tagency\t*\t860\n")) ==
             "旅行/verbal/* - 会社/common/*");
  BOOST_TEST(message_of({noun("父"), noun("誕生"), suffix("日")}, list("誕生日\tbirthday\t*\t702\n")) ==
             "父/common/* - 誕生日/common/-日");
}

BOOST_AUTO_TEST_CASE(what_is_no_phrase_of_two_nouns) {
  BOOST_TEST(message_of({}) == "empty" + expected);
  BOOST_TEST(message_of({noun("京都", "place")}) == "one noun" + expected);
  BOOST_TEST(message_of({noun("京都"), of}) == "no noun on one side of の" + expected);
  BOOST_TEST(message_of({of, noun("会議")}) == "no noun on one side of の" + expected);
  BOOST_TEST(message_of({of}) == "no noun on one side of の" + expected);
  BOOST_TEST(message_of({noun("私"), of, noun("父"), of, noun("車")}) == "more than two nouns" + expected);
  BOOST_TEST(message_of({noun("京都"), particle("へ"), noun("会議")}) == "no の between two nouns" + expected);
  BOOST_TEST(message_of({{"食べる", Kind::other}}) == "no noun" + expected);
  BOOST_TEST(message_of({{"大きな", Kind::other}, of, noun("家")}) == "no noun on one side of の" + expected);
  BOOST_TEST(message_of({suffix("さん"), of, noun("家")}) == "no noun on one side of の" + expected);
}

BOOST_AUTO_TEST_CASE(no_character_is_lost) {
  const std::vector<Word> some{noun("a"),   noun("b"),   of,          particle("へ"),
                               suffix("c"), prefix("d"), number("1"), counter("e")};
  const Nouns nouns = list("a\tA\t*\t---\nab\tAB\t*\t---\naのb\tAB\t*\t---\nc\tC\t*\t---\n");
  int good = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::vector<Word> words(rng() % 7);
      for (Word& word : words) word = some[rng() % some.size()];
      try {
        const Phrase phrase = take_apart(words, nouns);
        const std::string between = phrase.particle == "-" ? "" : phrase.particle;
        BOOST_TEST(phrase.n1.text + between + phrase.n2.text == text_of(words));
        BOOST_TEST(!phrase.n1.text.empty());
        BOOST_TEST(!phrase.n2.text.empty());
        ++good;
      } catch (const uneven::InputError&) {
      }
      std::string pieces;
      for (const auto& piece : known_pieces(words, nouns)) pieces += text_of(piece);
      BOOST_TEST(pieces == text_of(words));
    }
  }
  BOOST_TEST(good > 200);
}

BOOST_AUTO_TEST_SUITE_END()
