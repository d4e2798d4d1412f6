// SPDX-License-Identifier: MIT
#include "document/describe/object.hpp"

#include <algorithm>

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Field&& Field::in(std::string unit_of_value) && {
  unit = std::move(unit_of_value);
  return std::move(*this);
}

Field&& Field::was(std::string name) && {
  old_key = std::move(name);
  return std::move(*this);
}

Field&& Field::or_else(std::string key_of_other) && {
  instead = std::move(key_of_other);
  omitted = true;
  return std::move(*this);
}

Field&& Field::may_miss() && {
  needed = false;
  omitted = true;
  return std::move(*this);
}

Field&& Field::always() && {
  needed = omitted = false;
  return std::move(*this);
}

Field&& Field::unless(bool (*is_usual)(const void* from)) && {
  needed = false;
  omitted = true;
  absent = is_usual;
  return std::move(*this);
}

Object::Object(std::vector<Field> all, Complete then) : fields(std::move(all)), complete(then) {
  for (const Field& field : fields) {
    if (field.old_key.empty()) continue;
    old_fields.push_back(field);
    old_fields.back().key = field.old_key;
  }
  for (const auto* list : {&fields, &old_fields})
    for (const Field& field : *list) by_key.push_back(&field);
  std::ranges::sort(by_key, {}, &Field::key);
}

namespace {

/// Where a value is: a step from the value around it.
struct Place {
  const Place* outer;
  const std::string* key;  ///< nullptr: the item `index`, or the root if there is no outer place
  std::size_t index = 0;

  std::string pointer(const std::string& root) const {
    if (!outer) return root;
    return outer->pointer(root) + (key ? pointer_step(*key) : "/" + std::to_string(index));
  }
};

bool is_within(const Type& type, double value) {
  return (type.above_least ? value > type.least : value >= type.least) &&
         (type.below_most ? value < type.most : value <= type.most);
}

class Check {
 public:
  Check(const std::string& root, Faults& faults) : root_(root), faults_(faults) {}

  void visit(const Type& type, const Node& node, const Place& place) {
    const std::size_t before = faults_.size();
    if (type.kind == Type::Kind::list && node.is_list()) {
      const auto items = node.items();
      for (std::size_t i = 0; i < items.size(); ++i) visit(*type.item, items[i], {&place, nullptr, i});
    } else if (type.object && node.is_object()) {
      for_each_member(
          *type.object, node,
          [&](const Field& field, const Node& value) {
            visit(field.type, value, {&place, &field.key});
          },
          [](const std::string&) {});
    }
    if (faults_.size() > before) return;
    if (!is_sound(type, node))
      add(place, "found " + (node.is_structured() ? std::string(node.is_list() ? "array " : "object ") : "") +
                     excerpt(node) + "; expected " + type.expected);
    else if (type.object && node.is_object())
      for (const Field& field : type.object->fields)
        if (field.needed && !node.find(field.key) && !node.find(field.old_key) &&
            (field.instead.empty() || !node.find(field.instead)))
          return add(place, "lacks \"" + field.key + "\"");
  }

 private:
  static bool is_sound(const Type& type, const Node& node) {
    if (node.is_null()) return type.nullable;
    switch (type.kind) {
      case Type::Kind::integer:
        return node.is_integer() && is_within(type, node.number());
      case Type::Kind::number:
        return node.is_number() && is_within(type, node.number());
      case Type::Kind::flag:
        return node.type() == Node::Type::boolean;
      case Type::Kind::text:
        return node.is_text() && node.text().size() >= type.fewest;
      case Type::Kind::name:
        return node.is_text() && std::ranges::find(type.names, node.text()) != type.names.end();
      case Type::Kind::list:
        return node.is_list() && node.items().size() >= type.fewest && node.items().size() <= type.greatest;
      default:
        return node.is_object();
    }
  }

  void add(const Place& place, const std::string& text) {
    const std::string pointer = place.pointer(root_);
    faults_.add(pointer.empty() ? "/" : pointer, text);
  }

  const std::string& root_;
  Faults& faults_;
};

}  // namespace

void check(const Type& type, const Node& node, const std::string& pointer, Faults& faults) {
  Check(pointer, faults).visit(type, node, {nullptr, nullptr});
}

void read_object(const Object& object, const Node& node, void* to, std::size_t position) {
  for_each_member(
      object, node,
      [&](const Field& field, const Node& value) {
        if (value.is_null()) return;
        if (field.read)
          field.read(to, value);
        else if (field.type.object)
          read_object(*field.type.object, value, to);
      },
      [](const std::string&) {});
  if (object.complete) object.complete(to, node, position);
}

void write_field(const Field& field, const void* from, std::string& out) {
  if (field.write)
    field.write(from, out);
  else
    write_object(*field.type.object, from, out);
}

void write_object(const Object& object, const void* from, std::string& out) {
  const char* separator = "{";
  for (const Field& field : object.fields) {
    if (field.omitted && field.absent && field.absent(from)) continue;
    append_text(out += std::exchange(separator, ","), field.key);
    out += ':';
    write_field(field, from, out);
  }
  out += *separator == '{' ? "{}" : "}";
}

void write_value(std::string& out, const Json& value) { write_value(out, OrderedJson(value)); }

void write_value(std::string& out, const OrderedJson& value) { out += text_of(value); }

}  // namespace uneven::document
