// SPDX-License-Identifier: MIT
#include "phrase/queries.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "data/text/lines.hpp"

namespace uneven::phrase {

namespace {

/// What examples say of a noun.
struct Attributes {
  std::string pos, affix, code;
};

using Known = std::unordered_map<std::string, Attributes>;

/// The first row of a noun counts.
Known known_nouns(const search::Table& examples) {
  Known known;
  for (const std::string side : {"1", "2"}) {
    const search::Column &noun = examples.column("n" + side), &pos = examples.column("pos" + side),
                         &affix = examples.column("affix" + side), &code = examples.column("code" + side);
    for (std::int64_t row = 0; row < examples.rows; ++row)
      known.try_emplace(noun.at(row), Attributes{pos.at(row), affix.at(row), code.at(row)});
  }
  return known;
}

Attributes attributes_of(const Side& side, const English& english, const Known& known) {
  const auto found = known.find(side.text);
  if (found == known.end()) return {side.pos, side.affix, english.code};
  Attributes there = found->second;
  if (there.code == unknown_code) there.code = english.code;
  return there;
}

/// Phrases of the examples, each with its first row.
std::unordered_map<std::string, std::int64_t> rows_of_phrases(const search::Table& examples) {
  const search::Column &n1 = examples.column("n1"), &particle = examples.column("particle"),
                       &n2 = examples.column("n2");
  std::unordered_map<std::string, std::int64_t> rows;
  for (std::int64_t row = 0; row < examples.rows; ++row)
    rows.try_emplace(n1.at(row) + (particle.at(row) == "-" ? "" : particle.at(row)) + n2.at(row), row);
  return rows;
}

constexpr std::size_t longest_phrase = 200;

/// In normal form. @throws InputError
std::string checked(const std::string& text) {
  std::string normal = search::nfkc(text);
  if (std::ranges::any_of(normal, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    throw InputError("a control character; expected two nouns, such as 京都の会議");
  const std::size_t length = search::code_points(normal).size();
  if (length > longest_phrase)
    throw InputError(std::to_string(length) + " characters; expected at most " + std::to_string(longest_phrase));
  return normal;
}

/// What phrases are taken apart by.
struct Knowledge {
  const Mecab& mecab;
  const Nouns& nouns;
  const search::Table& examples;
  std::unordered_map<std::string, std::int64_t> rows = rows_of_phrases(examples);

  Phrase take_apart(const std::string& text) const {
    const auto found = rows.find(text);
    if (found == rows.end()) return phrase::take_apart(mecab.words(text), nouns);
    const auto side = [&](const char* column) {
      const std::string& noun = examples.column(column).at(found->second);
      Side made = side_of(mecab.words(noun));
      made.text = noun;  // with its blanks
      return made;
    };
    return {side("n1"), examples.column("particle").at(found->second), side("n2")};
  }
};

Analysed analysed(const Given& given, const Knowledge& knowledge) {
  try {
    Analysed made{checked(given.text), {}, {}, {}};
    made.phrase = knowledge.take_apart(made.text);
    made.a = translate(made.phrase.n1, knowledge.nouns);
    made.b = translate(made.phrase.n2, knowledge.nouns);
    return made;
  } catch (const InputError& e) {
    if (given.typed) throw UsageError(given.where + e.what());
    throw InputError(given.where + e.what());
  }
}

}  // namespace

std::vector<std::string> Analysed::unknown() const {
  std::vector<std::string> all = a.unknown;
  all.insert(all.end(), b.unknown.begin(), b.unknown.end());
  return all;
}

std::vector<Given> phrases_of(std::string_view text, const std::string& name) {
  std::vector<Given> phrases;
  data::TextLines lines(text, name, {});
  while (lines.next()) phrases.push_back({std::string(lines.text()), lines.where(), false});
  if (phrases.empty()) throw InputError(name + ": no phrase; expected one a line");
  return phrases;
}

std::vector<Analysed> analysed(const std::vector<Given>& phrases, const Mecab& mecab, const Nouns& nouns,
                               const search::Table& examples) {
  const Knowledge knowledge{mecab, nouns, examples};
  std::vector<Analysed> all;
  for (const Given& given : phrases) all.push_back(analysed(given, knowledge));
  return all;
}

std::string queries_of(const std::vector<Analysed>& phrases, const search::Table& examples) {
  const Known known = known_nouns(examples);
  std::string table = "n1\tparticle\tn2\tpos1\tpos2\taffix1\taffix2\tcode1\tcode2\n";
  for (const Analysed& p : phrases) {
    const auto one = attributes_of(p.phrase.n1, p.a, known), two = attributes_of(p.phrase.n2, p.b, known);
    table += p.phrase.n1.text + '\t' + p.phrase.particle + '\t' + p.phrase.n2.text + '\t' + one.pos + '\t' + two.pos +
             '\t' + one.affix + '\t' + two.affix + '\t' + one.code + '\t' + two.code + '\n';
  }
  return table;
}

}  // namespace uneven::phrase
