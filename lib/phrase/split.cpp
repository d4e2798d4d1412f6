// SPDX-License-Identifier: MIT
#include "phrase/split.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::phrase {

namespace {

constexpr const char* expected = "; expected two nouns, such as 京都の会議";
using Words = std::vector<Word>;

Words part(const Words& words, std::size_t first, std::size_t end) {
  return {words.begin() + static_cast<std::ptrdiff_t>(first), words.begin() + static_cast<std::ptrdiff_t>(end)};
}

bool is_listed(const Words& words, const Nouns& nouns) { return nouns.find(text_of(words)); }

bool is_affix(const Word& word) { return word.kind == Kind::prefix || word.kind == Kind::suffix; }

/// Whether the words can be one noun: no particle among them, and a noun, or a stem with a suffix as in 美しさ.
bool is_noun(const Words& words, const Nouns& nouns) {
  if (words.empty()) return false;
  if (is_listed(words, nouns)) return true;
  const auto is = [&](Kind kind) { return std::ranges::any_of(words, [&](const Word& w) { return w.kind == kind; }); };
  if (is(Kind::particle)) return false;
  const Kind last = words.back().kind;
  return last != Kind::other && last != Kind::prefix && !std::ranges::all_of(words, is_affix);
}

/// A cut at words [first, end), which are the particle.
struct Cut {
  std::size_t first, end;
};

/// The cuts at every の with a noun on each side.
std::vector<Cut> cuts(const Words& words, const Nouns& nouns) {
  std::vector<Cut> found;
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (words[at].kind != Kind::particle || words[at].text != "の") continue;
    std::size_t first = at;
    while (first > 0 && words[first - 1].kind == Kind::particle) --first;
    if (is_listed(part(words, 0, at), nouns)) first = at;  // as いくつか, whose か is no part of the particle
    if (is_noun(part(words, 0, first), nouns) && is_noun(part(words, at + 1, words.size()), nouns))
      found.push_back({first, at + 1});
  }
  return found;
}

/// A word that holds の between two nouns of the lists, as dictionaries have 木の葉: its three parts.
std::optional<Phrase> split_word(const std::string& word, const Nouns& nouns) {
  static const std::string of = "の";
  for (std::size_t at = word.find(of, 1); at != word.npos; at = word.find(of, at + 1)) {
    const std::string n1 = word.substr(0, at), n2 = word.substr(at + of.size());
    if (nouns.find(n1) && nouns.find(n2)) return Phrase{side_of({{n1}}), of, side_of({{n2}})};
  }
  return std::nullopt;
}

Phrase compound(const Words& words, const Nouns& nouns) {
  for (const Word& word : words)
    if (word.kind == Kind::particle) throw InputError("no の between two nouns" + std::string(expected));
  if (!is_noun(words, nouns)) throw InputError("no noun" + std::string(expected));
  const auto pieces = known_pieces(words, nouns);
  // What the lists have as one noun is cut before its last word.
  const std::size_t last = pieces.size() > 1 ? pieces.back().size() : 1, first = words.size() - last;
  if (is_noun(part(words, 0, first), nouns) && words[first].kind != Kind::suffix && words[first].kind != Kind::counter)
    return {side_of(part(words, 0, first)), "-", side_of(part(words, first, words.size()))};
  if (auto inside = words.size() == 1 ? split_word(words.front().text, nouns) : std::nullopt) return *inside;
  throw InputError("one noun" + std::string(expected));
}

}  // namespace

std::string text_of(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) text += word.text;
  return text;
}

Side side_of(std::vector<Word> words) {
  Side side{text_of(words), std::move(words)};
  std::string before, after;
  for (const Word& word : side.words) {
    if (word.kind == Kind::prefix) before += word.text;
    if (word.kind == Kind::suffix || word.kind == Kind::counter) after += word.text;
    if (word.kind != Kind::prefix) side.pos = word.pos;
  }
  if (!before.empty() || !after.empty())
    side.affix = (before.empty() ? "" : before + "-") + (after.empty() ? "" : "-" + after);
  return side;
}

std::vector<std::vector<Word>> known_pieces(const std::vector<Word>& words, const Nouns& nouns) {
  std::vector<Words> pieces;
  for (std::size_t first = 0; first < words.size(); first += pieces.back().size()) {
    std::size_t end = words.size();
    while (end > first + 1 && !is_listed(part(words, first, end), nouns)) --end;
    pieces.push_back(part(words, first, end));
  }
  return pieces;
}

Phrase take_apart(const std::vector<Word>& words, const Nouns& nouns) {
  if (words.empty()) throw InputError("empty" + std::string(expected));
  const auto found = cuts(words, nouns);
  const auto phrase_at = [&](const Cut& cut) {
    return Phrase{side_of(part(words, 0, cut.first)), text_of(part(words, cut.first, cut.end)),
                  side_of(part(words, cut.end, words.size()))};
  };
  if (found.size() == 1) return phrase_at(found.front());
  if (found.empty()) {
    const bool has_of = std::ranges::any_of(words, [](const Word& w) { return w.text == "の"; });
    if (!has_of) return compound(words, nouns);
    if (std::ranges::count(words, std::string("の"), &Word::text) > 1)
      throw InputError("more than two nouns" + std::string(expected));
    throw InputError("no noun on one side of の" + std::string(expected));
  }
  for (const Cut& cut : found)
    if (is_listed(part(words, 0, cut.first), nouns) && is_listed(part(words, cut.end, words.size()), nouns))
      return phrase_at(cut);
  throw InputError("more than two nouns" + std::string(expected));
}

}  // namespace uneven::phrase
