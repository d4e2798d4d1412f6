// SPDX-License-Identifier: MIT
#include "data/training/nettalk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/text/fields.hpp"
#include "data/text/lines.hpp"

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

namespace {

enum Feature : std::uint32_t {
  front1 = 1 << 0,
  front2 = 1 << 1,
  central1 = 1 << 2,
  central2 = 1 << 3,
  back1 = 1 << 4,
  back2 = 1 << 5,
  stop = 1 << 6,
  nasal = 1 << 7,
  fricative = 1 << 8,
  affricative = 1 << 9,
  glide = 1 << 10,
  liquid = 1 << 11,
  voiced = 1 << 12,
  tensed = 1 << 13,
  high = 1 << 14,
  medium = 1 << 15,
  low = 1 << 16,
  silent = 1 << 17,
  elide = 1 << 18,
  pause = 1 << 19,
  full_stop = 1 << 20
};

constexpr Phoneme table[] = {
    {'a', low | tensed | central2},
    {'b', voiced | front1 | stop},
    {'c', medium | back1},
    {'d', voiced | central1 | stop},
    {'e', medium | tensed | front2},
    {'f', front1 | fricative},
    {'g', voiced | back1 | stop},
    {'h', back2 | glide},
    {'i', high | tensed | front1},
    {'k', back1 | stop},
    {'l', voiced | front2 | liquid},
    {'m', voiced | front1 | nasal},
    {'n', voiced | central1 | nasal},
    {'o', medium | tensed | back2},
    {'p', front1 | stop},
    {'r', voiced | central2 | liquid},
    {'s', central1 | fricative},
    {'t', central1 | stop},
    {'u', high | tensed | back2},
    {'v', voiced | front1 | fricative},
    {'w', voiced | front1 | glide},
    {'x', medium | central2},
    {'y', voiced | central2 | glide},
    {'z', voiced | central1 | fricative},
    {'A', medium | tensed | front2 | central1},
    {'C', central2 | affricative},
    {'D', voiced | front2 | fricative},
    {'E', medium | front1 | front2},
    {'G', voiced | back1 | nasal},
    {'I', high | front1},
    {'J', voiced | central2 | affricative},
    {'K', central2 | fricative | back1 | affricative},
    {'L', voiced | central1 | liquid},
    {'M', voiced | front2 | nasal},
    {'N', voiced | central2 | nasal},
    {'O', medium | tensed | central1 | central2},
    {'Q', voiced | front1 | back1 | affricative | stop},
    {'R', voiced | back1 | liquid},
    {'S', central2 | fricative},
    {'T', front2 | fricative},
    {'U', high | back1},
    {'W', high | medium | tensed | central2 | back1},
    {'X', affricative | front2 | central1},
    {'Y', high | tensed | front1 | front2 | central1},
    {'Z', voiced | central2 | fricative},
    {'@', low | front2},
    {'!', front1 | front2 | affricative},
    {'#', voiced | central2 | back1 | affricative},
    {'*', voiced | glide | front1 | low | central1},
    {'|', high | front1 | front2},
    {'^', low | central1},
    {'+', medium | tensed | central2},
    {'-', silent | elide},
    {'_', pause | elide},
    {'.', pause | full_stop},
};

}  // namespace

std::span<const Phoneme> phonemes() { return table; }

const Phoneme* find_phoneme(char symbol) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Phoneme& p) { return p.symbol == symbol; });
  return found == std::end(table) ? nullptr : found;
}

template <class Real>
const Phoneme& best_guess(const Real* output) {
  const Phoneme* best = table;
  double best_cosine = -std::numeric_limits<double>::infinity();
  for (const Phoneme& phoneme : table) {
    double product = 0;
    for (int f = 0; f < phoneme_features; ++f)
      if (phoneme.features >> f & 1) product += static_cast<double>(output[f]);
    // The length of the output is the same for all and left out.
    const double cosine = product / std::sqrt(static_cast<double>(std::popcount(phoneme.features)));
    if (cosine > best_cosine) {
      best_cosine = cosine;
      best = &phoneme;
    }
  }
  return *best;
}

template <class Real>
bool is_best_guess_right(const Real* output, const Real* target) {
  std::uint32_t features = 0;
  for (int f = 0; f < phoneme_features; ++f) features |= static_cast<std::uint32_t>(target[f] > Real(0.5)) << f;
  return best_guess(output).features == features;
}

template const Phoneme& best_guess(const float*);
template const Phoneme& best_guess(const double*);
template bool is_best_guess_right(const float*, const float*);
template bool is_best_guess_right(const double*, const double*);

}  // namespace uneven::data
