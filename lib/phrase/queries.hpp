// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "phrase/mecab.hpp"
#include "phrase/nouns.hpp"
#include "phrase/split.hpp"
#include "phrase/transfer.hpp"
#include "search/table.hpp"

namespace uneven::phrase {

/// A phrase taken apart.
struct Analysed {
  std::string text;
  Phrase phrase;
  English a, b;  ///< N1 and N2 in English

  /// Pieces that no list of nouns has.
  std::vector<std::string> unknown() const;
};

/// A phrase to be translated, and what messages about it begin with, such as "phrases.txt:3: ".
struct Given {
  std::string text, where;
  bool typed = false;  ///< on the command line
};

/// The lines of a text that say something.
/// @param name  what messages call the text. @throws InputError  as data::TextLines; if there is none
std::vector<Given> phrases_of(std::string_view text, const std::string& name);

/// Takes phrases apart: one that stands in the examples as it stands there, another by MeCab and the lists of nouns.
/// @param examples  with the columns n1, particle and n2. @throws InputError  beginning with Given::where;
/// UsageError  likewise, for a phrase of the command line.
/// Cost: linear in the examples and the phrases.
std::vector<Analysed> analysed(const std::vector<Given>& phrases, const Mecab& mecab, const Nouns& nouns,
                               const search::Table& examples);

/// The phrases as a table of queries, with the columns of noun phrases: n1, particle, n2, pos1, pos2, affix1, affix2,
/// code1, code2.
///
/// A noun that stands in the examples has the part of speech, the affix and the code that it has there, in the first of
/// its rows. Another has those of MeCab, and the code of the lists, `---` if they have none.
///
/// @param examples  with these columns. @throws InputError  naming one that is missing.
/// Cost: linear in the examples and the phrases.
std::string queries_of(const std::vector<Analysed>& phrases, const search::Table& examples);

}  // namespace uneven::phrase
