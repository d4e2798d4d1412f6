// SPDX-License-Identifier: MIT
#include "data/phonemes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace uneven::data {
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
