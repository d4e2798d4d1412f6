// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace uneven::data
