// SPDX-License-Identifier: MIT
#include "document/describe/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/number.hpp"
#include "document/json.hpp"

namespace uneven::document {

void append_text(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c != '"' && c != '\\' && c != '\x7f'; };
  if (std::ranges::all_of(text, plain))
    ((out += '"') += text) += '"';
  else
    out += Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) return append_text(out, word_of(value));
  // As nlohmann writes numbers, whose digits and exponents differ from those of std::to_chars.
  std::array<char, 64> digits;
  out.append(digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value));
}

void append_number(std::string& out, std::int64_t value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

}  // namespace uneven::document
