// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "phrase/mecab.hpp"
#include "phrase/nouns.hpp"
#include "search/table.hpp"

/// Words and lists of nouns without MeCab.
namespace phrase_words {

using uneven::phrase::Kind;
using uneven::phrase::Nouns;
using uneven::phrase::Word;

inline Word noun(const std::string& text, const std::string& pos = "common") { return {text, Kind::noun, pos}; }
inline Word particle(const std::string& text) { return {text, Kind::particle, "common"}; }
inline Word suffix(const std::string& text) { return {text, Kind::suffix, "common"}; }
inline Word prefix(const std::string& text) { return {text, Kind::prefix, "common"}; }
inline Word number(const std::string& text) { return {text, Kind::number, "number"}; }
inline Word counter(const std::string& text) { return {text, Kind::counter, "counter"}; }
inline const Word of = particle("の");

/// @param lines  noun, tab, translation, tab, adjective, tab, code.
inline Nouns list(const std::string& lines) {
  Nouns nouns;
  nouns.add(uneven::search::read_table("noun\ttranslation\tadjective\tcode\n" + lines, "nouns.tsv"));
  return nouns;
}

}  // namespace phrase_words
