// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "shares/parts.hpp"

namespace uneven::shares {

namespace {

using MaybeRange = std::optional<document::Range>;

std::optional<std::string> first_of(const MaybeRange& range) {
  return range ? std::optional(std::to_string(range->first)) : std::nullopt;
}

std::optional<std::string> count_of(const MaybeRange& range) {
  return range ? std::optional(std::to_string(range->count)) : std::nullopt;
}

std::optional<std::string> text_of(const MaybeRange& range) {
  return range ? std::optional(*first_of(range) + " " + *count_of(range)) : std::nullopt;
}

/// The shortest decimal without exponent that reads back as `value`, a fraction: programs such as bc know no exponents.
std::string decimal(double value) {
  char buffer[400];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("%+,-./:=@_").find(c) != std::string_view::npos;
}

/// The word whose `{name}` begins `text`; null if none has a value.
const Word* word_at(std::string_view text, const std::vector<Word>& words) {
  const auto found = std::ranges::find_if(words, [&](const Word& word) {
    return word.value && text.substr(1).starts_with(word.name) && text.substr(1 + word.name.size()).starts_with('}');
  });
  return found == words.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Word> words_of(const Values& values) {
  return {{"rank", std::to_string(values.rank)},
          {"ranks", std::to_string(values.ranks)},
          {"first", std::to_string(values.elements.first)},
          {"count", std::to_string(values.elements.count)},
          {"last", std::to_string(values.elements.end() - 1)},
          {"share", decimal(values.share)},
          {"host", values.host},
          {"first_row", first_of(values.rows)},
          {"row_count", count_of(values.rows)},
          {"first_column", first_of(values.columns)},
          {"column_count", count_of(values.columns)},
          {"rows", text_of(values.rows)},
          {"columns", text_of(values.columns)}};
}

std::string replaced(const std::string& text, const std::vector<Word>& words) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const Word* word = text[i] == '{' ? word_at(std::string_view(text).substr(i), words) : nullptr;
    result += word ? *word->value : std::string(1, text[i]);
    i += word ? word->name.size() + 2 : 1;
  }
  return result;
}

std::vector<std::string> replaced(std::vector<std::string> command, const std::vector<Word>& words) {
  for (std::string& text : command) text = replaced(text, words);
  return command;
}

std::string variable_name(const std::string& name) {
  std::string variable = "UNEVEN_";
  for (const char c : name) variable += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return variable;
}

std::vector<std::string> environment_of(const std::vector<Word>& words) {
  std::vector<std::string> variables;
  for (const Word& word : words)
    if (word.value) variables.push_back(variable_name(word.name) + "=" + *word.value);
  return variables;
}

std::string quoted(const std::string& value) {
  if (!value.empty() && std::ranges::all_of(value, is_plain)) return value;
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string shell_lines(const std::vector<Word>& words) {
  std::string lines;
  for (const Word& word : words)
    if (word.value) lines += variable_name(word.name) + "=" + quoted(*word.value) + "\n";
  return lines;
}

namespace {

constexpr int cannot_execute = 126, not_found = 127;

void set_environment(const std::vector<Word>& words) {
  for (const Word& word : words) {
    const std::string name = variable_name(word.name);
    const int failed = word.value ? ::setenv(name.c_str(), word.value->c_str(), 1) : ::unsetenv(name.c_str());
    if (failed != 0) throw SystemError(name + ": " + std::strerror(errno));
  }
}

}  // namespace

void execute(const std::vector<std::string>& command, const std::vector<Word>& words) {
  auto arguments = replaced(command, words);
  set_environment(words);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  throw ExitError(errno == ENOENT ? not_found : cannot_execute,
                  "cannot execute " + shown(arguments[0]) + ": " + std::strerror(errno));
}

}  // namespace uneven::shares
