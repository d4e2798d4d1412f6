// SPDX-License-Identifier: MIT
#include "phrase/mecab.hpp"

#include <dlfcn.h>
#if __has_include(<mecab.h>)
#include <mecab.h>
#endif

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::phrase {

namespace {

/// How features of IPADIC begin, and what that is here. The first that fits counts.
struct Meaning {
  std::string_view features;
  Kind kind;
  const char* pos;
};
constexpr std::array meanings{
    Meaning{"名詞,数", Kind::number, "number"},
    Meaning{"名詞,接尾,助数詞", Kind::counter, "counter"},
    Meaning{"名詞,接尾,形容動詞語幹", Kind::suffix, "adjectival"},
    Meaning{"名詞,接尾,サ変接続", Kind::suffix, "verbal"},
    Meaning{"名詞,接尾,副詞可能", Kind::suffix, "adverbial"},
    Meaning{"名詞,接尾,人名", Kind::suffix, "person"},
    Meaning{"名詞,接尾,地域", Kind::suffix, "place"},
    Meaning{"名詞,接尾", Kind::suffix, "common"},
    Meaning{"名詞,固有名詞,地域", Kind::noun, "place"},
    Meaning{"名詞,固有名詞,人名", Kind::noun, "person"},
    Meaning{"名詞,固有名詞,組織", Kind::noun, "organization"},
    Meaning{"名詞,固有名詞", Kind::noun, "proper"},
    Meaning{"名詞,代名詞", Kind::noun, "pronoun"},
    Meaning{"名詞,サ変接続", Kind::noun, "verbal"},
    Meaning{"名詞,形容動詞語幹", Kind::noun, "adjectival"},
    Meaning{"名詞,ナイ形容詞語幹", Kind::noun, "adjectival"},
    Meaning{"名詞,副詞可能", Kind::noun, "adverbial"},
    Meaning{"名詞,非自立,副詞可能", Kind::noun, "adverbial"},
    Meaning{"名詞", Kind::noun, "common"},
    Meaning{"接頭詞", Kind::prefix, "common"},
    Meaning{"助詞", Kind::particle, "common"},
};

}  // namespace

Word word_of(std::string text, std::string_view features) {
  for (const Meaning& meaning : meanings)
    if (features.starts_with(meaning.features)) return {std::move(text), meaning.kind, meaning.pos};
  return {std::move(text), Kind::other, "common"};
}

#ifdef MECAB_MECAB_H_

namespace {

constexpr const char* debian_dictionary = "/var/lib/mecab/dic/ipadic-utf8";

/// The functions of the library that are used.
struct Library {
#define UNEVEN_FUNCTION(name) decltype(&::name) name = find<decltype(&::name)>(#name)
  UNEVEN_FUNCTION(mecab_new);
  UNEVEN_FUNCTION(mecab_destroy);
  UNEVEN_FUNCTION(mecab_dictionary_info);
  UNEVEN_FUNCTION(mecab_sparse_tonode2);
#undef UNEVEN_FUNCTION

  static const Library& get() {
    static const Library library;
    return library;
  }

 private:
  template <class Pointer>
  static Pointer find(const char* name) {
    static void* const handle = ::dlopen("libmecab.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle)
      throw SystemError(std::string("a phrase cannot be taken apart without libmecab (Debian's libmecab2): ") +
                        ::dlerror());
    void* const found = ::dlsym(handle, name);
    if (!found) throw SystemError(std::string("libmecab has no ") + name + "; expected version 0.996");
    return reinterpret_cast<Pointer>(found);
  }
};

bool is_utf8(std::string_view charset) {
  std::string letters;
  for (const char c : charset)
    if (c != '-') letters += static_cast<char>(c | 0x20);
  return letters == "utf8";
}

}  // namespace

Mecab::Mecab(const std::string& dictionary) {
  const Library& library = Library::get();
  std::string folder = dictionary;
  std::error_code none;
  if (folder.empty() && std::filesystem::exists(debian_dictionary, none)) folder = debian_dictionary;
  // With a folder, no file of settings is read.
  std::vector<std::string> words{"mecab"};
  if (!folder.empty()) words.insert(words.end(), {"-r", "/dev/null", "-d", folder});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  mecab_t* const made = library.mecab_new(static_cast<int>(pointers.size()), pointers.data());
  const std::string where = folder.empty() ? "MeCab" : shown(folder);
  if (!made) throw OpenError(where + ": no dictionary of MeCab; expected IPADIC (Debian's mecab-ipadic-utf8)");
  tagger_ = {made, [&library](void* tagger) { library.mecab_destroy(static_cast<mecab_t*>(tagger)); }};
  const std::string charset = library.mecab_dictionary_info(made)->charset;
  if (!is_utf8(charset))
    throw InputError(where + ": a dictionary in " + shown(charset) + "; expected UTF-8 (Debian's mecab-ipadic-utf8)");
}

std::vector<Word> Mecab::words(std::string_view text) const {
  std::vector<Word> found;
  const mecab_node_t* node =
      Library::get().mecab_sparse_tonode2(static_cast<mecab_t*>(tagger_.get()), text.data(), text.size());
  for (; node; node = node->next)
    if (node->stat == MECAB_NOR_NODE || node->stat == MECAB_UNK_NODE)
      found.push_back(word_of({node->surface, node->length}, node->feature));
  return found;
}

#else

Mecab::Mecab(const std::string&) {
  throw SystemError("built without mecab.h: a phrase cannot be taken apart; expected MeCab when uneven is built");
}

std::vector<Word> Mecab::words(std::string_view) const { return {}; }

#endif

}  // namespace uneven::phrase
