// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::shares {

/// A name and its value: `{name}` stands for the value in a command, UNEVEN_NAME holds it in the environment.
struct Word {
  std::string name;                  ///< lower-case letters and _
  std::optional<std::string> value;  ///< absent: `{name}` stays as it is, and the variable is not set
};

/// What a program is told of its part.
struct Values {
  std::int64_t rank = 0;   ///< number of the part, 0 <= rank < ranks
  std::int64_t ranks = 1;  ///< parts of the plan
  std::optional<std::string> host{};
  document::Range elements{};
  double share = 0;                                  ///< fraction of the whole, 0..1
  std::optional<document::Range> rows{}, columns{};  ///< of a block
};

/// The words of a part, in this order:
///
///     rank ranks        the number of the part and of all
///     first count last  of its elements: last = first + count - 1. Of an empty part count is 0 and last is first - 1,
///                       so that `seq {first} {last}` counts nothing
///     share             the fraction, such as 0.25 or 0.000125, without exponent
///     host
///     first_row row_count first_column column_count, of a block
///     rows columns      the same as "first count"
///
/// Append words of your own.
std::vector<Word> words_of(const Values& values);

/// A word of a command with values in place of `{name}`, also inside the word: part-{rank}.exr. Other text in
/// braces stays as it is; a `{name}` inside a value is not replaced. Cost: linear.
std::string replaced(const std::string& text, const std::vector<Word>& words);

/// The same of each word of a command.
std::vector<std::string> replaced(std::vector<std::string> command, const std::vector<Word>& words);

/// Name of the environment variable: UNEVEN_RANK for rank.
std::string variable_name(const std::string& name);

/// A value as one word of a shell: in single quotes where it has characters beyond letters, digits and %+,-./:=@_
std::string quoted(const std::string& value);

/// The environment variables, NAME=value, of the words that have a value.
std::vector<std::string> environment_of(const std::vector<Word>& words);

/// The same as lines for a shell, with quoted values.
std::string shell_lines(const std::vector<Word>& words);

/// Puts the command in the place of this process, with the words in its arguments and in its environment. Variables of
/// words without a value are removed: they may come from a with-share around this one.
///
/// @param command  the program, looked for in PATH, and its arguments; not empty.
/// @throws ExitError  127 if there is no such program, 126 if it cannot be executed, as env(1).
/// @throws SystemError  if a variable cannot be set.
[[noreturn]] void execute(const std::vector<std::string>& command, const std::vector<Word>& words);

}  // namespace uneven::shares
