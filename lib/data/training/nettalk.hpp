// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::data {

/// Articulatory features of a phoneme, in the order of the first 21 output units: Labial (Front1), Dental (Front2),
/// Alveolar (Central1), Palatal (Central2), Velar (Back1), Glottal (Back2), Stop, Nasal, Fricative, Affricative, Glide,
/// Liquid, Voiced, Tensed, High, Medium, Low, Silent, Elide, Pause, FullStop.
inline constexpr int phoneme_features = 21;

struct Phoneme {
  char symbol;
  std::uint32_t features;  ///< bit f is feature f
};

/// The phonemes of the NETtalk corpus with their features; no two have the same.
///
/// Source: Sejnowski and Rosenberg, Complex Systems 1 (1987), 145-168, appendix A. We differ in two rows. J (jam, gem)
///   is printed there with the features of G (sing), a voiced velar nasal; in the corpus it is the voiced partner of C
///   (chart), and the corpus' description says that the vectors are distinct: Voiced Central2 Affricative. The corpus
///   has + (abattoir), which the paper has not: Medium Tensed Central2.
std::span<const Phoneme> phonemes();

/// The phoneme of a symbol; null if there is none.
const Phoneme* find_phoneme(char symbol);

/// The phoneme whose feature vector makes the smallest angle with `output`; the first of the table at a tie.
///
/// @param output  shape [21].
/// Cost: O(phonemes x features).
template <class Real>
const Phoneme& best_guess(const Real* output);

/// True if the best guess for `output` has exactly the features of `target` (> 0.5 counts as 1); both shape [21].
template <class Real>
bool is_best_guess_right(const Real* output, const Real* target);

using document::Range;

/// The task of NETtalk: say the middle one of seven letters.
inline constexpr int window = 7;
inline constexpr int units_per_place = 29;  ///< 26 letters, word boundary, period, apostrophe
inline constexpr int nettalk_inputs = window * units_per_place;
inline constexpr int nettalk_outputs = phoneme_features + 5;

/// A row of the corpus: one phoneme and one stress symbol per letter; letters in lower case.
struct Word {
  std::string letters;
  std::string phonemes;
  std::string stress;
};

/// A row that could not be used.
struct SkippedRow {
  std::int64_t line = 0;  ///< from 1
  std::string why;
};

/// A corpus in memory. Pattern i is letter i - start[w] of the word w with start[w] <= i < start[w + 1].
struct Corpus {
  std::vector<Word> words;
  std::vector<std::int64_t> start{0};  ///< first pattern of each word, then the number of patterns; shape [words + 1]
  std::vector<SkippedRow> skipped;
  std::int64_t patterns() const { return start.back(); }
};

/// Patterns of the 203-h-26 network. Each has exactly seven inputs that are 1.
template <class Real>
struct Patterns {
  std::vector<std::int32_t> active;  ///< inputs that are 1, ascending; shape [patterns, 7]
  std::vector<Real> targets;         ///< 0 or 1; shape [patterns, 26]: features, then stress `>` `<` `0` `2` `1`
};

/// True if the first 64 KiB of the file have a line that can only be a row of the corpus, sound or not: a word in
/// letters, and stress symbols as the third field. @throws OpenError
bool is_nettalk(const std::string& path);

/// Reads a file in the format of the NETtalk corpus: words, phonemes, stress and a flag between tabs.
///
/// Lines before the first that has a tab and does not begin with space are a header. Rows with other than four
/// fields, fields of unequal length or unknown symbols are skipped and listed; empty lines are ignored.
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if no row can be used, with the reason why the first cannot.
/// Source: the format's description in the CMU neural network benchmark collection (nettalk.names).
Corpus read_nettalk(const std::string& path);

/// The patterns of a range of letters, in file order; letters beyond a word's ends are word boundaries.
///
/// @param letters  within [0, corpus.patterns()).
/// Source: Sejnowski and Rosenberg, Complex Systems 1 (1987), section 3 and appendix A.
template <class Real>
Patterns<Real> make_patterns(const Corpus& corpus, Range letters);

}  // namespace uneven::data
