// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phrase/mecab.hpp"
#include "phrase/nouns.hpp"

namespace uneven::phrase {

/// A noun of a phrase with its columns in an example table.
struct Side {
  std::string text;
  std::vector<Word> words;
  std::string pos = "common";  ///< of its last word, which may be a suffix
  std::string affix = "*";     ///< `X-` of prefixes, `-X` of suffixes and counters, `X--Y` of both; `*` for none
};

/// "N1 particle N2", or two nouns without one.
struct Phrase {
  Side n1;
  std::string particle;  ///< の, or one that ends in it such as への; `-` for none
  Side n2;
};

/// A noun of these words.
Side side_of(std::vector<Word> words);

/// Finds the two nouns of a phrase.
///
/// The particle is の with the particles right before it. Where の stands several times, each noun should be in the
/// lists: 男の子 | の | 服. Without の, the words are joined to the longest nouns of the lists; the last of these is
/// N2.
///
/// @param words  of the phrase, in order.
/// @throws InputError  if there are not two nouns; tells what it found instead, and the expected form.
/// Cost: quadratic in the words.
Phrase take_apart(const std::vector<Word>& words, const Nouns& nouns);

/// Pieces of a noun that stand in the lists, each as long as can be from left to right; a word in no list is a piece.
std::vector<std::vector<Word>> known_pieces(const std::vector<Word>& words, const Nouns& nouns);

/// The words as one text.
std::string text_of(const std::vector<Word>& words);

}  // namespace uneven::phrase
