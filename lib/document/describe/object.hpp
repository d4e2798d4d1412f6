// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "document/describe/tree.hpp"
#include "document/describe/type.hpp"

namespace uneven::document {

/// One member of a JSON object: all that is known of it. Made by field() for a member of a struct.
struct Field {
  Field(std::string key, Type type, std::string meaning)
      : key(std::move(key)), type(std::move(type)), meaning(std::move(meaning)) {}

  std::string key;
  Type type;
  std::string meaning;    ///< for the manual page, in roff; "": said elsewhere
  std::string unit{};     ///< where the key does not end in it
  std::string old_key{};  ///< of earlier versions: still read, never written
  std::string instead{};  ///< key of another member; an object with it is sound without this one
  bool needed = true;     ///< the object is faulty without
  bool omitted = true;    ///< where there is no value, the key is not written; else with null or an empty list

  // Access to the value as a member of the struct; all nullptr in a Field that field() did not make. A plain Json holds
  // the value of such a Field; if it is an object with described members, these are members of the same struct.
  void (*read)(void* to, const Node& node) = nullptr;
  void (*write)(const void* from, std::string& out) = nullptr;
  bool (*absent)(const void* from) = nullptr;
  std::size_t (*items)(const void* from) = nullptr;  ///< of a list, written one by one
  void (*write_item)(const void* from, std::size_t i, std::string& out) = nullptr;
  OrderedJson (*json)(const void* from) = nullptr;  ///< of a field that is kept as JSON

  Field&& in(std::string unit_of_value) &&;               ///< with a unit
  Field&& was(std::string name) &&;                       ///< earlier versions had another key
  Field&& or_else(std::string key_of_other) &&;           ///< not needed beside another, and then omitted
  Field&& may_miss() &&;                                  ///< not needed, and omitted where there is no value
  Field&& always() &&;                                    ///< not needed, but always written
  Field&& unless(bool (*is_usual)(const void* from)) &&;  ///< not needed, and omitted where it is as usual
};

/// The members of a JSON object, in the order in which they are written.
struct Object {
  /// Checks and sets members that depend on several fields, or on the place in a list, after all fields have been read.
  using Complete = void (*)(void* to, const Node& node, std::size_t position);

  explicit Object(std::vector<Field> fields, Complete complete = nullptr);

  std::vector<Field> fields;
  std::vector<Field> old_fields;  ///< those that have an old key, under it
  Complete complete;
  std::vector<const Field*> by_key;  ///< ascending

  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
};

/// Structs with a description: `Object describe(const T&)`, declared beside the struct, makes it.
template <class T>
concept Described = requires(const T& t) {
  describe(t);
};

/// The description of a struct, made when it is first asked for.
template <Described T>
const Object& description_of() {
  static const Object made = describe(T{});
  return made;
}

/// An object that becomes a struct.
template <Described T>
Type object(std::string expected = "an object") {
  return object(description_of<T>(), std::move(expected));
}

/// Adds the faults of a value, deepest first. Of an object with sound members the first missing member is the only
/// fault.
/// @param pointer  to the value; "" is the root.
void check(const Type& type, const Node& node, const std::string& pointer, Faults& faults);

/// Copies a sound object into a struct; the struct keeps its values where a field is missing or null.
void read_object(const Object& object, const Node& node, void* to, std::size_t position = 0);

/// As JSON on one line.
void write_field(const Field& field, const void* from, std::string& out);
void write_object(const Object& object, const void* from, std::string& out);

/// The struct of JSON that is sound by the description; `faults` tells whether it is sound.
template <Described T>
T from_json(const Tree& json) {
  T made{};
  read_object(description_of<T>(), json, &made);
  return made;
}

/// Calls visit(field, value) for the members that are known, and unknown(key) for the others, ascending by key.
template <class Visit, class Unknown>
void for_each_member(const Object& object, const Node& node, Visit visit, Unknown unknown) {
  auto field = object.by_key.begin();
  for (const auto& [key, value] : node.members()) {
    while (field != object.by_key.end() && (*field)->key < *key) ++field;
    if (field != object.by_key.end() && (*field)->key == *key)
      visit(**field, value);
    else
      unknown(*key);
  }
}

}  // namespace uneven::document
