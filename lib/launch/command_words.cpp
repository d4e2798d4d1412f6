// SPDX-License-Identifier: MIT
#include "launch/command_words.hpp"

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/foreign_text.hpp"
#include "document/json.hpp"

namespace uneven::launch {

std::string command_option(const std::vector<std::string>& words) {
  document::Json list = document::Json::array();
  for (const std::string& word : words) list.push_back(text_of_name(word));
  return "--command=" + list.dump();
}

std::vector<std::string> words_of_option(const std::string& json) {
  const auto fault = [&] {
    return UsageError("--command: found '" + shown(json) +
                      R"('; expected a JSON list of words, such as '["./render","{first}"]')");
  };
  const document::Json list = document::Json::parse(json, nullptr, false);
  if (!list.is_array() || list.empty()) throw fault();
  std::vector<std::string> words;
  for (const document::Json& word : list) {
    if (!word.is_string()) throw fault();
    words.push_back(name_of_text(word.get<std::string>()));
    if (words.back().find('\0') != std::string::npos) throw fault();
  }
  if (words[0].empty()) throw fault();
  return words;
}

namespace {

std::string quoted(const std::string& word) {
  const std::string plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=:,+%@{}";  // braces hold {first} and the like
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string shell_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace uneven::launch
