// SPDX-License-Identifier: MIT
#include "document/describe/schema.hpp"

#include <cmath>

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
  for (const auto& [key, value] : properties.items()) required.push_back(key);
  for (const Field& field : object.fields) {
    if (field.needed && field.old_key.empty()) required.push_back(field.key);
    if (field.needed && !field.old_key.empty())
      schema["anyOf"] = {{{"required", {field.key}}}, {{"required", {field.old_key}}}};
    properties[field.key] = schema_of_type(field.type);
  }
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
  schema.update(members_schema(*kind.description, {{"kind", {{"const", name}}}, {"version", {{"const", 1}}}}));
  return schema;
}

std::string schema_text(const std::string& kind) {
  std::string text;
  append(text, schema_of(kind), 0);
  return text + '\n';
}

}  // namespace uneven::document
