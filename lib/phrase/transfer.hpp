// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phrase/nouns.hpp"
#include "phrase/split.hpp"

namespace uneven::phrase {

/// A noun in English, in the forms that patterns ask for.
struct English {
  std::string noun;                  ///< "Japan", "three years"
  std::string before_noun;           ///< "Japan", "three-year"
  std::string adjective;             ///< "Japanese"; as before_noun if no list has one
  std::string code = unknown_code;   ///< of the thesaurus
  std::vector<std::string> unknown;  ///< pieces that no list has; they stand untranslated in the noun
};

/// Translates a noun by the lists: a number with its counter (三年), else the whole noun, else what an affix says with
/// the noun that it belongs to (田中さん), else piece by piece.
English translate(const Side& side, const Nouns& nouns);

/// Whether a pattern says how translations are put together: whether it has one of the words below.
bool can_be_filled(std::string_view pattern);

/// Puts the translations of N1 (A) and N2 (B) in the place of the words of a pattern.
///
///     A, B    the noun; A before B as an adjunct: "three-year contract"; after another word "him" for he
///     As, Bs  its plural; of B not after "one"
///     A's     its possessive, "my" for I
///     Adj     its adjective
///
/// All other words stay.
std::string filled(std::string_view pattern, const English& a, const English& b);

}  // namespace uneven::phrase
