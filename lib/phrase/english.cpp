// SPDX-License-Identifier: MIT
#include "phrase/english.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "search/table.hpp"

namespace uneven::phrase {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array irregular{
    Pair{"man", "men"},       Pair{"woman", "women"},     Pair{"child", "children"},      Pair{"person", "people"},
    Pair{"foot", "feet"},     Pair{"tooth", "teeth"},     Pair{"mouse", "mice"},          Pair{"goose", "geese"},
    Pair{"ox", "oxen"},       Pair{"fish", "fish"},       Pair{"sheep", "sheep"},         Pair{"deer", "deer"},
    Pair{"leaf", "leaves"},   Pair{"life", "lives"},      Pair{"wife", "wives"},          Pair{"knife", "knives"},
    Pair{"half", "halves"},   Pair{"wolf", "wolves"},     Pair{"shelf", "shelves"},       Pair{"thief", "thieves"},
    Pair{"gas", "gases"},     Pair{"lens", "lenses"},     Pair{"potato", "potatoes"},     Pair{"tomato", "tomatoes"},
    Pair{"hero", "heroes"},   Pair{"news", "news"},       Pair{"series", "series"},       Pair{"people", "people"},
    Pair{"police", "police"}, Pair{"luggage", "luggage"}, Pair{"furniture", "furniture"}, Pair{"cattle", "cattle"}};

struct Pronoun {
  std::string_view subject, possessive, object;
};
constexpr std::array pronouns{
    Pronoun{"I", "my", "me"},         Pronoun{"you", "your", "you"},   Pronoun{"he", "his", "him"},
    Pronoun{"she", "her", "her"},     Pronoun{"it", "its", "it"},      Pronoun{"we", "our", "us"},
    Pronoun{"they", "their", "them"}, Pronoun{"who", "whose", "whom"}, Pronoun{"oneself", "one's own", "oneself"}};

constexpr std::array words{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};

bool looks_plural(std::string_view word) {
  return word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is");
}

/// Policeman, but not human or German.
bool is_kind_of_man(std::string_view word) {
  return word.ends_with("man") && !word.ends_with("human") && !(word.front() >= 'A' && word.front() <= 'Z');
}

std::string plural_word(const std::string& word) {
  for (const auto& [one, several] : irregular) {
    if (word == several) return word;
    if (word == one || (one == "man" && is_kind_of_man(word)))
      return word.substr(0, word.size() - one.size()) + std::string(several);
  }
  if (looks_plural(word)) return word;
  const std::string_view vowels = "aeiou";
  for (const char* end : {"s", "x", "ch", "sh", "zz"})
    if (word.ends_with(end)) return word + "es";
  if (word.size() > 1 && word.ends_with('y') && vowels.find(word[word.size() - 2]) == vowels.npos)
    return word.substr(0, word.size() - 1) + "ies";
  return word + "s";
}

/// Ten thousands, in which Japanese counts: 万, 億.
struct Figures {
  std::int64_t all = 0, below_myriad = 0, digits = 0;
  bool has_digits = false;

  void digit(std::int64_t value) {
    digits = 10 * digits + value;
    has_digits = true;
  }
  void unit(std::int64_t value) {
    below_myriad += (has_digits ? digits : 1) * value;
    digits = 0;
    has_digits = false;
  }
  void myriad(std::int64_t value) {
    const std::int64_t before = below_myriad + digits;
    all += (before > 0 ? before : 1) * value;
    below_myriad = digits = 0;
    has_digits = false;
  }
};

}  // namespace

std::string plural(const std::string& noun) {
  const std::size_t head = std::min({noun.find(" of "), noun.find(" in "), noun.find(" for "), noun.size()});
  const std::size_t blank = noun.rfind(' ', head == 0 ? 0 : head - 1);
  const std::size_t first = blank == noun.npos ? 0 : blank + 1;
  return noun.substr(0, first) + plural_word(noun.substr(first, head - first)) + noun.substr(head);
}

std::string possessive(const std::string& noun) {
  const auto known = std::ranges::find(pronouns, std::string_view(noun), &Pronoun::subject);
  if (known != pronouns.end()) return std::string(known->possessive);
  return noun + (looks_plural(noun) ? "'" : "'s");
}

std::string object_form(const std::string& noun) {
  const auto known = std::ranges::find(pronouns, std::string_view(noun), &Pronoun::subject);
  return known == pronouns.end() ? noun : std::string(known->object);
}

std::optional<std::int64_t> number_of(std::string_view text) {
  static const std::u32string digits = U"〇一二三四五六七八九", units = U"十百千";
  Figures figures;
  if (text.empty() || text.size() > 60) return std::nullopt;
  for (const char32_t c : search::code_points(text)) {
    if (c == U',') continue;
    if (const auto digit = digits.find(c); digit != digits.npos)
      figures.digit(static_cast<std::int64_t>(digit));
    else if (c >= U'0' && c <= U'9')
      figures.digit(static_cast<std::int64_t>(c - U'0'));
    else if (const auto unit = units.find(c); unit != units.npos)
      figures.unit(unit == 0 ? 10 : unit == 1 ? 100 : 1000);
    else if (c == U'万' || c == U'億')
      figures.myriad(c == U'万' ? 10'000 : 100'000'000);
    else
      return std::nullopt;
    constexpr std::int64_t limit = 10'000'000'000;
    if (figures.digits >= limit || figures.below_myriad >= limit || figures.all >= limit) return std::nullopt;
  }
  return figures.all + figures.below_myriad + figures.digits;
}

std::string number_text(std::int64_t number) {
  return number >= 0 && number < static_cast<std::int64_t>(words.size()) ? words[static_cast<std::size_t>(number)]
                                                                         : std::to_string(number);
}

}  // namespace uneven::phrase
