// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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

/// A finite decimal number; hexadecimal, nan, inf, overflow and trailing text are refused.
/// @param what  names the option in the error.
/// @throws UsageError
double parse_number(std::string_view text, const std::string& what);

/// A finite number > 0. @throws UsageError
double parse_positive(std::string_view text, const std::string& what);

/// A list in one word: items separated by commas, each finite and > 0; `4*1.5` is four times 1.5.
/// @throws UsageError if an item is empty or wrong, or the list is longer than 10^8.
std::vector<double> parse_positive_list(std::string_view text, const std::string& what);

/// Shortest text that reads back as the same number.
std::string shortest(double value);

/// A number that is not finite in a word, the same in all messages and documents: inf, -inf or nan.
inline std::string word_of(double number) { return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf"; }

/// With small letters in place of the capitals A to Z.
std::string lower_case(std::string_view text);

/// A result that follows from numbers of the input, which may be of any size.
/// @param what  names the result in the error.
/// @throws InputError  if it is no finite number.
double finite(double value, const std::string& what);

/// Bytes as a user writes them: a number > 0, alone or with a unit: B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB,
/// TiB (powers of 1024); the case of the letters does not matter. 16GB, 1.5 MiB, 4096.
/// @param what  names the option in the error.
/// @throws UsageError
double parse_bytes(std::string_view text, const std::string& what);

/// A list in one word: items separated by commas; `8*24GB` is eight times 24 GB.
/// @throws UsageError
std::vector<double> parse_bytes_list(std::string_view text, const std::string& what);

/// Three significant digits and a unit: 16 GB, 1.5 MB, 12 B.
std::string bytes_text(double bytes);

/// A list in one word: items separated by commas, each as `parse` reads it; `4*1.5` is four times 1.5.
///
/// @param what     names the option in the error.
/// @param example  of a list, for the error.
/// @throws UsageError if an item is empty or wrong, or the list is longer than 10^8.
std::vector<double> parse_list(std::string_view text, const std::string& what, const std::string& example,
                               double parse(std::string_view, const std::string&));

/// The longest beginning of a line that a terminal shows in `columns` columns: characters of Chinese and Japanese take
/// two. @param line  of valid UTF-8, as of cleaned().
std::string fitting(std::string_view line, int columns);

/// The longest piece of foreign text that a message quotes, in characters.
inline constexpr std::size_t longest_quote = 120;

/// Foreign text (of a document, a data file, a file name, another program) made safe for a terminal: one line, valid
/// UTF-8, without control characters.
///
/// Control characters (C0, C1, delete), line and paragraph separators and the controls of writing direction become
/// escapes such as \x1b, \n and \u202e; bytes that are no UTF-8 become escapes such as \xe9. Cost: linear.
std::string cleaned(std::string_view text);

/// The same, of at most `most` characters; an ellipsis of three dots stands for what was cut.
/// Cost: linear in `most`, not in the text.
std::string shown(std::string_view text, std::size_t most = longest_quote);

/// The same for what a file of data holds; after hide_data() only the dots.
std::string shown_data(std::string_view text, std::size_t most = longest_quote);

/// From now on messages quote no contents of data files: another user's job may name a file that its author must not
/// read.
void hide_data(bool hidden = true);

/// The command that made a document.
struct MadeBy {
  std::string tool;
  std::string version;
  std::string options;
};

}  // namespace uneven
