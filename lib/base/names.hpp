// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace uneven {

/// A value of an enumeration, and its name in documents and options.
template <class E>
struct Name {
  E value;
  std::string_view text;
};

/// Enumerations with names: beside its type, each has a function table_of(E) that returns an array of Name<E>, every
/// value once. Reading, writing, error messages and schemas follow from this table.
template <class E>
concept Named = std::is_enum_v<E> && requires(E value) {
  table_of(value);
};

template <Named E>
std::string name_of(E value) {
  const auto table = table_of(value);
  return std::string(std::ranges::find(table, value, &Name<E>::value)->text);
}

/// The value of that name, if there is one.
template <Named E>
std::optional<E> named(std::string_view text) {
  const auto table = table_of(E());
  const auto found = std::ranges::find(table, text, &Name<E>::text);
  return found == table.end() ? std::nullopt : std::optional(found->value);
}

/// All names, in the order of the table.
template <Named E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const auto& [value, text] : table_of(E())) names.emplace_back(text);
  return names;
}

/// The name that a mistyped `word` probably stands for: the one with the fewest insertions, deletions and changes of a
/// character, if they are at most 2 or half the word; else "", as for words of more than 64 bytes. Ties go to the
/// first. Cost: O(length of the word times that of all names).
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace uneven
