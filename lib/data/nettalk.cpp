// SPDX-License-Identifier: MIT
#include "data/nettalk.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "data/fields.hpp"
#include "data/text_lines.hpp"

namespace uneven::data {
namespace {

constexpr int boundary = 26, period = 27, apostrophe = 28;
constexpr std::string_view stress_symbols = "><021";  // in the order of the output units

std::optional<int> unit_of(char letter) {
  if (letter >= 'a' && letter <= 'z') return letter - 'a';
  if (letter == '.') return period;
  if (letter == '\'') return apostrophe;
  return std::nullopt;
}

/// The word of a row, or why there is none.
std::optional<Word> parse_row(std::string_view line, std::string& why) {
  const auto fields = fields_of(line, Separator::tab);
  if (fields.size() != 4) {
    why = std::to_string(fields.size()) + " fields; expected 4";
    return std::nullopt;
  }
  Word word{std::string(fields[0]), std::string(fields[1]), std::string(fields[2])};
  for (char& c : word.letters) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (word.letters.empty() || word.phonemes.size() != word.letters.size() ||
      word.stress.size() != word.letters.size()) {
    why = std::to_string(word.letters.size()) + " letters, " + std::to_string(word.phonemes.size()) + " phonemes, " +
          std::to_string(word.stress.size()) + " stress symbols; expected as many of each";
    return std::nullopt;
  }
  for (std::size_t i = 0; i < word.letters.size() && why.empty(); ++i) {
    if (!unit_of(word.letters[i]))
      why = "letter '" + shown_data(word.letters.substr(i, 1)) + "' is not known";
    else if (!find_phoneme(word.phonemes[i]))
      why = "phoneme '" + shown_data(word.phonemes.substr(i, 1)) + "' is not known";
    else if (stress_symbols.find(word.stress[i]) == std::string_view::npos)
      why = "stress '" + shown_data(word.stress.substr(i, 1)) + "' is not known";
  }
  if (!why.empty()) return std::nullopt;
  return word;
}

bool can_be_row(std::string_view line) {
  return !std::isspace(static_cast<unsigned char>(line[0])) && line.find('\t') != line.npos;
}

constexpr TextHabits tab_habits{.tabs_separate = true};

}  // namespace

bool is_nettalk(const std::string& path) {
  constexpr std::int64_t start = 64 * 1024;
  TextLines lines(path, tab_habits, 0, start);
  while (lines.next()) {
    const auto fields = fields_of(lines.text(), Separator::tab);
    if (fields.size() >= 3 && !fields[0].empty() && !decimal(fields[0]) && !fields[2].empty() &&
        fields[2].find_first_not_of(stress_symbols) == std::string_view::npos)
      return true;
  }
  return false;
}

Corpus read_nettalk(const std::string& path) {
  Corpus corpus;
  TextLines lines(path, tab_habits);
  for (bool in_header = true; lines.next();) {
    in_header = in_header && !can_be_row(lines.text());
    if (in_header) continue;
    std::string why;
    if (auto word = parse_row(lines.text(), why)) {
      corpus.start.push_back(corpus.patterns() + static_cast<std::int64_t>(word->letters.size()));
      corpus.words.push_back(std::move(*word));
    } else {
      corpus.skipped.push_back({lines.number(), std::move(why)});
    }
  }
  if (!corpus.words.empty()) return corpus;
  const std::string format = "no row of the NETtalk format (word, phonemes, stress, flag)";
  if (corpus.skipped.empty()) throw InputError(path + ": " + format);
  const SkippedRow& row = corpus.skipped.front();
  throw InputError(path + ":" + std::to_string(row.line) + ": " + row.why + "; " + format);
}

template <class Real>
Patterns<Real> make_patterns(const Corpus& corpus, Range letters) {
  assert(letters.first >= 0 && letters.count >= 0 && letters.end() <= corpus.patterns());
  Patterns<Real> patterns;
  patterns.active.reserve(static_cast<std::size_t>(letters.count * window));
  patterns.targets.resize(static_cast<std::size_t>(letters.count * nettalk_outputs));
  Real* target = patterns.targets.data();
  auto w = static_cast<std::size_t>(std::upper_bound(corpus.start.begin(), corpus.start.end(), letters.first) -
                                    corpus.start.begin() - 1);
  for (std::int64_t i = letters.first; i < letters.end(); ++i, target += nettalk_outputs) {
    if (i == corpus.start[w + 1]) ++w;
    const Word& word = corpus.words[w];
    const auto at = static_cast<int>(i - corpus.start[w]);
    const auto length = static_cast<int>(word.letters.size());
    for (int place = 0; place < window; ++place) {
      const int j = at + place - window / 2;
      const int unit = j < 0 || j >= length ? boundary : *unit_of(word.letters[static_cast<std::size_t>(j)]);
      patterns.active.push_back(place * units_per_place + unit);
    }
    const std::uint32_t features = find_phoneme(word.phonemes[static_cast<std::size_t>(at)])->features;
    for (int f = 0; f < phoneme_features; ++f) target[f] = static_cast<Real>(features >> f & 1);
    target[phoneme_features + static_cast<int>(stress_symbols.find(word.stress[static_cast<std::size_t>(at)]))] = 1;
  }
  return patterns;
}

template Patterns<float> make_patterns(const Corpus&, Range);
template Patterns<double> make_patterns(const Corpus&, Range);

}  // namespace uneven::data
