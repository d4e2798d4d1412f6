// SPDX-License-Identifier: MIT
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "../cases.hpp"
#include "data/training/nettalk.hpp"

BOOST_AUTO_TEST_SUITE(phoneme_table)

using namespace uneven::data;

namespace {

using Vector = std::array<double, phoneme_features>;

Vector vector_of(const Phoneme& phoneme) {
  Vector v{};
  for (int f = 0; f < phoneme_features; ++f) v[static_cast<std::size_t>(f)] = phoneme.features >> f & 1;
  return v;
}

double angle(const Vector& a, const Vector& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t f = 0; f < a.size(); ++f) ab += a[f] * b[f], aa += a[f] * a[f], bb += b[f] * b[f];
  return std::acos(std::min(1.0, ab / std::sqrt(aa * bb)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(symbols_and_feature_vectors_are_distinct) {
  std::set<char> symbols;
  std::set<std::uint32_t> features;
  for (const Phoneme& p : phonemes()) {
    symbols.insert(p.symbol);
    features.insert(p.features);
    BOOST_TEST(p.features > 0u);
    BOOST_TEST(p.features < 1u << phoneme_features);
  }
  BOOST_TEST(phonemes().size() == 55u);
  BOOST_TEST(symbols.size() == 55u);
  BOOST_TEST(features.size() == 55u);
}

BOOST_AUTO_TEST_CASE(features_are_those_of_the_paper) {
  // Order: front1 front2 central1 central2 back1 back2 stop nasal fricative affricative glide liquid voiced tensed ...
  const auto bits = [](char symbol) {
    std::string text;
    for (const double bit : vector_of(*find_phoneme(symbol))) text += bit ? '1' : '0';
    return text;
  };
  BOOST_TEST(bits('b') == "100000100000100000000");
  BOOST_TEST(bits('G') == "000010010000100000000");
  BOOST_TEST(bits('h') == "000001000010000000000");
  BOOST_TEST(bits('W') == "000110000000011100000");
  BOOST_TEST(bits('-') == "000000000000000001100");
  BOOST_TEST(bits('.') == "000000000000000000011");
  BOOST_TEST(find_phoneme('?') == nullptr);
}

BOOST_AUTO_TEST_CASE(an_exact_output_guesses_its_phoneme) {
  for (const Phoneme& p : phonemes()) {
    Vector v = vector_of(p);
    BOOST_TEST(best_guess(v.data()).symbol == p.symbol);
    for (double& x : v) x *= 0.01;  // the angle knows no length
    BOOST_TEST(best_guess(v.data()).symbol == p.symbol);
  }
}

BOOST_AUTO_TEST_CASE(no_phoneme_has_a_smaller_angle_than_the_guess) {
  uneven::test::for_seeds(200, [&](std::mt19937& rng) {
    Vector output;
    for (double& x : output) x = std::uniform_real_distribution<>(0, 1)(rng);
    const Phoneme& guess = best_guess(output.data());
    for (const Phoneme& p : phonemes())
      BOOST_TEST(angle(output, vector_of(guess)) <= angle(output, vector_of(p)) + 1e-12);
    const Vector right = vector_of(guess),
                 wrong = vector_of(guess.symbol == 'a' ? *find_phoneme('b') : *find_phoneme('a'));
    BOOST_TEST(is_best_guess_right(output.data(), right.data()));
    BOOST_TEST(!is_best_guess_right(output.data(), wrong.data()));
  });
}

BOOST_AUTO_TEST_SUITE_END()
