// SPDX-License-Identifier: MIT
#include "phrase/transfer.hpp"

#include <algorithm>
#include <optional>

#include "base/file_name.hpp"
#include "phrase/english.hpp"

namespace uneven::phrase {

namespace {

using Words = std::vector<Word>;

English of_noun(const Noun& noun) {
  return {
      noun.translation, noun.translation, noun.adjective.empty() ? noun.translation : noun.adjective, noun.code, {}};
}

/// The text with `by` in the place of its `#`, or nothing where it has none.
std::optional<std::string> substituted(const std::string& text, const std::string& by) {
  const std::size_t mark = text.find('#');
  if (mark == text.npos) return std::nullopt;
  return text.substr(0, mark) + by + text.substr(mark + 1);
}

/// "three years" of "#-year".
std::string counted(const std::string& unit, const std::string& number) {
  std::string text = *substituted(unit, number);
  const std::size_t dash = text.find('-');
  if (dash == text.npos || !unit.starts_with("#-")) return text;
  text[dash] = ' ';
  if (unit == "#-year-old") return text.replace(text.find('-'), 1, "s ");
  return number == "one" ? text : plural(text);
}

/// "three" of 三, "several" of 数.
std::optional<std::string> number_word(const std::string& text) {
  if (text == "数") return "several";
  const auto number = number_of(text);
  return number ? std::optional(number_text(*number)) : std::nullopt;
}

/// A number and the counter, or a prefix and the number: 三年, 第三.
std::optional<English> translate_number(const Words& words, const Nouns& nouns) {
  if (words.size() < 2) return std::nullopt;
  const bool has_prefix = words.front().kind == Kind::prefix;
  const Words figures{words.begin() + (has_prefix ? 1 : 0), words.end() - (has_prefix ? 0 : 1)};
  const auto number = number_word(text_of(figures));
  const Noun* unit = nouns.find(has_prefix ? words.front().text + "-" : "-" + words.back().text);
  if (!number || !unit) return std::nullopt;
  const auto text = substituted(unit->translation, *number);
  if (!text) return std::nullopt;
  return English{counted(unit->translation, *number), *text, *text, unit->code, {}};
}

English translate(const Words& words, const Nouns& nouns);

/// What an affix says of the noun that it belongs to: 田中さん, お手紙.
std::optional<English> translate_affix(const Words& words, const Nouns& nouns) {
  if (words.size() < 2) return std::nullopt;
  const bool has_prefix = words.front().kind == Kind::prefix;
  const bool has_title = words[words.size() - 2].pos == "person";
  if (!has_prefix && words.back().kind != Kind::suffix && !has_title) return std::nullopt;
  const Noun* affix = nouns.find(has_prefix ? words.front().text + "-" : "-" + words.back().text);
  if (!affix || affix->translation.find('#') == std::string::npos) return std::nullopt;
  English english = translate({words.begin() + (has_prefix ? 1 : 0), words.end() - (has_prefix ? 0 : 1)}, nouns);
  for (std::string* form : {&english.noun, &english.before_noun, &english.adjective})
    *form = *substituted(affix->translation, *form);
  if (affix->code != unknown_code) english.code = affix->code;
  return english;
}

English translate_pieces(const Words& words, const Nouns& nouns) {
  English all;
  for (const Words& piece : known_pieces(words, nouns)) {
    const std::string text = text_of(piece);
    const Noun* noun = nouns.find(text);
    if (!noun) all.unknown.push_back(text);
    const std::string word = noun ? noun->translation : text;
    all.noun += (all.noun.empty() ? "" : " ") + word;
    all.code = noun ? noun->code : unknown_code;
  }
  all.before_noun = all.adjective = all.noun;
  return all;
}

English translate(const Words& words, const Nouns& nouns) {
  if (auto number = translate_number(words, nouns)) return *number;
  if (const Noun* whole = nouns.find(text_of(words))) return of_noun(*whole);
  if (auto affix = translate_affix(words, nouns)) return *affix;
  return translate_pieces(words, nouns);
}

bool is_form(std::string_view word) {
  return word == "A" || word == "B" || word == "As" || word == "Bs" || word == "A's" || word == "B's" || word == "Adj";
}

}  // namespace

English translate(const Side& side, const Nouns& nouns) { return translate(side.words, nouns); }

bool can_be_filled(std::string_view pattern) {
  return std::ranges::any_of(uneven::split(std::string(pattern), ' '), is_form);
}

std::string filled(std::string_view pattern, const English& a, const English& b) {
  const std::vector<std::string> words = uneven::split(std::string(pattern), ' ');
  const bool one_of_it = a.before_noun == "one";
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const English& of = word.front() == 'B' ? b : a;
    const bool before_noun = i + 1 < words.size() && (words[i + 1] == "B" || words[i + 1] == "Bs");
    std::string form = word;
    if (word == "A" || word == "B")
      form = before_noun ? of.before_noun : i == 0 ? of.noun : object_form(of.noun);
    else if (is_form(word))
      form = word == "Adj"            ? a.adjective
             : word.ends_with("'s")   ? possessive(of.noun)
             : &of == &b && one_of_it ? of.noun
                                      : plural(of.noun);
    text += (text.empty() ? "" : " ") + form;
  }
  return text;
}

}  // namespace uneven::phrase
