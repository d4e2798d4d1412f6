// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "base/text_stream.hpp"
#include "document/common.hpp"
#include "document/document.hpp"

namespace uneven::document {

namespace {

OrderedJson members_schema(const Object& object, OrderedJson properties);

OrderedJson number_of(double limit) {
  if (std::trunc(limit) == limit) return static_cast<std::int64_t>(limit);
  return limit;
}

void put_limits(const Type& type, OrderedJson& schema) {
  if (std::isfinite(type.least)) schema[type.above_least ? "exclusiveMinimum" : "minimum"] = number_of(type.least);
  if (std::isfinite(type.most)) schema[type.below_most ? "exclusiveMaximum" : "maximum"] = number_of(type.most);
}

const char* name_of(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::integer:
      return "integer";
    case Type::Kind::number:
      return "number";
    case Type::Kind::flag:
      return "boolean";
    case Type::Kind::list:
      return "array";
    case Type::Kind::object:
      return "object";
    default:
      return "string";
  }
}

OrderedJson schema_of_type(const Type& type) {
  OrderedJson schema{{"description", type.expected}};
  if (type.kind == Type::Kind::name) {
    schema["enum"] = type.names;
    return schema;
  }
  schema["type"] = name_of(type.kind);
  if (type.nullable) schema["type"] = {name_of(type.kind), "null"};
  put_limits(type, schema);
  const bool list = type.kind == Type::Kind::list;
  if (type.fewest > 0) schema[list ? "minItems" : "minLength"] = type.fewest;
  if (type.greatest < std::numeric_limits<std::size_t>::max()) schema["maxItems"] = type.greatest;
  if (list) schema["items"] = schema_of_type(*type.item);
  if (type.object) schema.update(members_schema(*type.object, OrderedJson::object()));
  return schema;
}

/// @param properties  to which those of the object are added.
OrderedJson members_schema(const Object& object, OrderedJson properties) {
  OrderedJson schema = OrderedJson::object(), required = OrderedJson::array();
  std::map<std::string, OrderedJson> instead;  // of a key, those that it replaces
  for (const auto& [key, value] : properties.items()) required.push_back(key);
  for (const Field& field : object.fields) {
    if (field.needed && !field.instead.empty())
      instead[field.instead].push_back(field.key);
    else if (field.needed && field.old_key.empty())
      required.push_back(field.key);
    else if (field.needed)
      schema["anyOf"] = {{{"required", {field.key}}}, {{"required", {field.old_key}}}};
    properties[field.key] = schema_of_type(field.type);
  }
  for (const auto& [other, keys] : instead) schema["anyOf"] = {{{"required", keys}}, {{"required", {other}}}};
  for (const Field& field : object.old_fields) properties[field.key] = schema_of_type(field.type);
  if (!required.empty()) schema["required"] = required;
  schema["properties"] = properties;
  return schema;
}

/// A member a line where that is not too long.
void append(std::string& out, const OrderedJson& json, std::size_t indent) {
  constexpr std::size_t width = 120;
  const std::string line = json.dump();
  if (!json.is_object() || indent + line.size() <= width) {
    out += line;
    return;
  }
  const char* separator = "{\n";
  for (const auto& [key, value] : json.items()) {
    out += std::exchange(separator, ",\n") + std::string(indent + 2, ' ') + OrderedJson(key).dump() + ": ";
    append(out, value, indent + 2);
  }
  out += '\n' + std::string(indent, ' ') + '}';
}

}  // namespace

OrderedJson schema_of(const std::string& name) {
  const Kind& kind = kind_named(name);
  OrderedJson schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", kind.title}, {"type", "object"}};
  schema.update(members_schema(kind.description(), {{"kind", {{"const", name}}}, {"version", {{"const", 1}}}}));
  return schema;
}

std::string schema_text(const std::string& kind) {
  std::string text;
  append(text, schema_of(kind), 0);
  return text + '\n';
}

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
  return members == &description_of<Range>() || members == &description_of<Processor>() ||
         members == &description_of<MadeBy>();
}

/// A field that the page describes among those of all plans.
bool is_of_plans(const Field& field) {
  return field.meaning.empty() && std::ranges::count(fields_of_plans().fields, field.key, &Field::key) > 0;
}

void append(std::string& page, const Object& object, bool whole = false);

void append(std::string& page, const Field& field, bool whole) {
  const bool needed = field.needed && field.instead.empty();
  page += (needed ? ".TP\n.B " : ".TP\n.BR ") + escaped(field.key) + (needed ? "\n" : " ?\n");
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
    append(page, kind_named(kind).description());
  return page;
}

std::string with_tables(const std::string& page) {
  const std::string begin = ".\\\" fields of ", end = ".\\\" end";
  InputText lines(page);
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
