// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace uneven::phrase {

/// The plural of a noun, or of the head of several words: "cup of tea" is "cups of tea". By plain rules and the
/// commonest irregular nouns; a word that looks like a plural stays.
std::string plural(const std::string& noun);

/// "Kyoto's", "parents'", "my" for I.
std::string possessive(const std::string& noun);

/// "him" for he; other nouns stay.
std::string object_form(const std::string& noun);

/// A whole number of Japanese or Arabic figures: 三, 二十五, 百, 1,000; none if the text is no such number or not below
/// 10^10.
std::optional<std::int64_t> number_of(std::string_view text);

/// "one" to "ten", else in figures.
std::string number_text(std::int64_t number);

}  // namespace uneven::phrase
