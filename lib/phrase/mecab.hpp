// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace uneven::phrase {

/// What a word can be in a noun phrase.
enum class Kind { noun, prefix, suffix, number, counter, particle, other };

/// A word of a phrase.
struct Word {
  std::string text;
  Kind kind = Kind::noun;
  std::string pos = "common";  ///< part of speech as example tables have it, such as place, verbal or counter
};

/// A word from the features that MeCab's dictionary IPADIC has for it, such as "名詞,固有名詞,地域,一般".
Word word_of(std::string text, std::string_view features);

/// MeCab, whose library is loaded when the first phrase is to be taken apart.
class Mecab {
 public:
  /// @param dictionary  a folder; empty: IPADIC where Debian has it, else MeCab's own choice.
  /// @throws SystemError  without libmecab; OpenError  without dictionary; InputError  if it is not one of UTF-8.
  explicit Mecab(const std::string& dictionary);

  /// The words of a text of valid UTF-8, in order. Blanks belong to no word. Cost: linear.
  std::vector<Word> words(std::string_view text) const;

 private:
  std::shared_ptr<void> tagger_;
};

}  // namespace uneven::phrase
