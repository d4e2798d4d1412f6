// SPDX-License-Identifier: MIT
#include "document/describe/type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "document/json.hpp"

namespace uneven::document {

Type integer_from(double least, std::string expected, double most) {
  return {.kind = Type::Kind::integer, .expected = std::move(expected), .least = least, .most = most};
}

Type count() { return integer_from(0, "an integer >= 0"); }

Type size() { return integer_from(1, "an integer >= 1"); }

Type number(std::string expected) { return {.kind = Type::Kind::number, .expected = std::move(expected)}; }

Type number_from(double least, std::string expected) {
  return {.kind = Type::Kind::number, .expected = std::move(expected), .least = least};
}

Type number_between(double least, double most, std::string expected) {
  return {.kind = Type::Kind::number, .expected = std::move(expected), .least = least, .most = most};
}

Type amount() { return number_from(0, "a number >= 0"); }

Type positive() {
  Type type = number_from(0, "a finite number > 0");
  type.above_least = true;
  return type;
}

Type flag() { return {.kind = Type::Kind::flag, .expected = "true or false"}; }

Type text(std::string expected) { return {.kind = Type::Kind::text, .expected = std::move(expected)}; }

Type one_of(std::vector<std::string> names) {
  std::string expected;
  for (const std::string& name : names)
    expected += (expected.empty() ? "" : &name == &names.back() ? " or " : ", ") + name;
  return {.kind = Type::Kind::name, .expected = std::move(expected), .names = std::move(names)};
}

Type list_of(Type item, std::string expected, std::size_t fewest) {
  return {.kind = Type::Kind::list,
          .expected = std::move(expected),
          .fewest = fewest,
          .item = std::make_shared<const Type>(std::move(item))};
}

Type object(const Object& members, std::string expected) {
  return {.kind = Type::Kind::object, .expected = std::move(expected), .object = &members};
}

Type any_object(std::string expected) { return {.kind = Type::Kind::object, .expected = std::move(expected)}; }

Type or_null(Type type, std::string expected) {
  type.nullable = true;
  type.expected = expected.empty() ? type.expected + " or null" : std::move(expected);
  return type;
}

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

namespace {

constexpr std::size_t longest_value = 60;

}  // namespace

void Faults::add_line(std::string line) {
  if (count_++ < most_shown) lines_.push_back(std::move(line));
}

void Faults::add_member(const std::string& pointer, const Faults& found) {
  for (const std::string& line : found)
    add_line(pointer + (!pointer.empty() && line.starts_with("/:") ? line.substr(1) : line));
  count_ += found.count_ - found.lines_.size();
}

std::string pointer_step(const std::string& key) {
  std::string step = "/";
  for (const char c : shown(key, longest_value)) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return step;
}

std::string excerpt(const Json& value) { return shown(value.dump(), longest_value); }

// A character has at most four bytes.
std::string excerpt(const Node& value) { return shown(value.dump(4 * longest_value), longest_value); }

std::vector<std::string> first_lines(const Faults& faults) {
  std::vector<std::string> lines(faults.begin(), faults.end());
  if (faults.size() > lines.size()) lines.push_back("and " + std::to_string(faults.size() - lines.size()) + " more");
  return lines;
}

}  // namespace uneven::document
