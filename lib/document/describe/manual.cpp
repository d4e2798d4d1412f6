// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <sstream>

#include "document/common.hpp"
#include "document/describe/schema.hpp"

namespace uneven::document {

namespace {

/// A hyphen of a name is one that can be copied.
std::string escaped(std::string text) {
  for (std::size_t at = text.find('-'); at != text.npos; at = text.find('-', at + 2)) text.insert(at, "\\");
  return text;
}

/// "A number >= 0, in s." The unit is the end of the key, or is said.
std::string words_of(const Field& field) {
  constexpr std::pair<const char*, const char*> endings[] = {
      {"_s_per_byte", "s/byte"}, {"byte_s", "s/byte"}, {"_s_per_element", "s"}, {"_s", "s"}, {"_bytes", "byte"}};
  std::string words = field.type.expected, unit = field.unit;
  if (field.type.kind == Type::Kind::name) words = "one of " + words;
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  for (const auto& [ending, of_key] : endings)
    if (unit.empty() && field.key.ends_with(ending)) unit = of_key;
  return escaped(words) + (unit.empty() ? "" : ", in " + unit) + ".\n";
}

const Object* members_of(const Type& type) { return type.item ? members_of(*type.item) : type.object; }

/// What the page describes once, for all kinds.
bool is_common(const Object* members) {
  return members == &description_of(Range()) || members == &description_of(Processor()) ||
         members == &description_of(MadeBy());
}

/// A field that the page describes among those of all plans.
bool is_of_plans(const Field& field) {
  return field.meaning.empty() && std::ranges::count(fields_of_plans().fields, field.key, &Field::key) > 0;
}

void append(std::string& page, const Object& object, bool whole = false);

void append(std::string& page, const Field& field, bool whole) {
  page += (field.needed ? ".TP\n.B " : ".TP\n.BR ") + escaped(field.key) + (field.needed ? "\n" : " ?\n");
  page += words_of(field);
  if (!field.meaning.empty()) page += field.meaning + '\n';
  const Object* members = members_of(field.type);
  if (!members || (is_common(members) && !whole)) return;
  page += ".RS\n";
  append(page, *members);
  page += ".RE\n";
}

void append(std::string& page, const Object& object, bool whole) {
  for (const Field& field : object.fields)
    if (!is_of_plans(field)) append(page, field, whole && field.key == "cluster");
}

}  // namespace

std::string manual_of(const std::string& kind) {
  std::string page;
  if (kind == "plans")
    append(page, fields_of_plans(), true);
  else
    append(page, *kind_named(kind).description);
  return page;
}

std::string with_tables(const std::string& page) {
  const std::string begin = ".\\\" fields of ", end = ".\\\" end";
  std::istringstream lines(page);
  std::string result, line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line == end) inside = false;
    if (!inside) result += line + '\n';
    if (!line.starts_with(begin)) continue;
    result += manual_of(line.substr(begin.size()));
    inside = true;
  }
  return result;
}

}  // namespace uneven::document
