// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "search/table.hpp"

namespace uneven::phrase {

/// The code of a noun of unknown class.
inline constexpr const char* unknown_code = "---";

/// What a list says of a noun or an affix.
struct Noun {
  std::string translation;  ///< of an affix or a counter with `#` where the noun or the number stands
  std::string adjective;    ///< its translation before a noun, such as "Japanese" for Japan; empty if there is none
  std::string code = unknown_code;  ///< of the thesaurus, three levels
};

/// Lists of nouns, by which words of a phrase are translated.
///
/// A list is a table with the columns noun and translation, and perhaps adjective and code; `*` is none. Prefixes are
/// nouns such as `お-`, suffixes and counters such as `-さん`, as in the columns of affixes of example tables.
class Nouns {
 public:
  /// Adds a list; nouns of earlier lists keep their entries. @throws InputError with file and line
  void add(const search::Table& list);

  /// nullptr if no list has it. The pointer is good until the next add().
  const Noun* find(const std::string& noun) const;

 private:
  std::unordered_map<std::string, Noun> nouns_;
};

}  // namespace uneven::phrase
