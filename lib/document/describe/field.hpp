// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "document/describe/object.hpp"
#include "document/describe/tree.hpp"
#include "document/describe/type.hpp"

namespace uneven::document {

// From a value that is sound to a member of a struct.

inline void read_value(const Node& node, std::int64_t& value) { value = node.integer(); }
inline void read_value(const Node& node, std::uint64_t& value) { value = static_cast<std::uint64_t>(node.integer()); }
inline void read_value(const Node& node, double& value) { value = node.number(); }
inline void read_value(const Node& node, bool& value) { value = node.boolean(); }
inline void read_value(const Node& node, std::string& value) { value = node.text(); }
inline void read_value(const Node& node, Json& value) { value = node.json(); }
inline void read_value(const Node& node, OrderedJson& value) { value = OrderedJson(node.json()); }

template <Named E>
void read_value(const Node& node, E& value) {
  value = named<E>(node.text()).value();
}

template <Described T>
void read_value(const Node& node, T& value, std::size_t position = 0) {
  read_object(description_of<T>(), node, &value, position);
}

template <class A, class B>
void read_value(const Node& node, std::pair<A, B>& value) {
  read_value(node.items()[0], value.first);
  read_value(node.items()[1], value.second);
}

template <class T, std::size_t N>
void read_value(const Node& node, std::array<T, N>& value) {
  for (std::size_t i = 0; i < N; ++i) read_value(node.items()[i], value[i]);
}

template <class T>
void read_value(const Node& node, std::vector<T>& list) {
  list.clear();
  list.reserve(node.items().size());
  for (const Node& item : node.items()) {
    const std::size_t position = list.size();
    if constexpr (Described<T>)
      read_value(item, list.emplace_back(), position);
    else
      read_value(item, list.emplace_back());
  }
}

template <class T>
void read_value(const Node& node, std::optional<T>& value) {
  read_value(node, value.emplace());
}

// And back, as text.

inline void write_value(std::string& out, std::int64_t value) { append_number(out, value); }
inline void write_value(std::string& out, std::uint64_t value) { append_number(out, static_cast<std::int64_t>(value)); }
inline void write_value(std::string& out, double value) { append_number(out, value); }
inline void write_value(std::string& out, bool value) { out += value ? "true" : "false"; }
inline void write_value(std::string& out, const std::string& value) { append_text(out, value); }
void write_value(std::string& out, const Json& value);
void write_value(std::string& out, const OrderedJson& value);

template <Named E>
void write_value(std::string& out, E value) {
  append_text(out, uneven::name_of(value));
}

template <Described T>
void write_value(std::string& out, const T& value) {
  write_object(description_of<T>(), &value, out);
}

template <class A, class B>
void write_value(std::string& out, const std::pair<A, B>& value) {
  write_value(out += '[', value.first);
  write_value(out += ',', value.second);
  out += ']';
}

template <class List>
requires requires(const List& list) { list.begin(), list.size(); }
void write_value(std::string& out, const List& list) {
  out += '[';
  const char* separator = "";
  for (const auto& item : list) write_value(out += std::exchange(separator, ","), item);
  out += ']';
}

template <class T>
void write_value(std::string& out, const std::optional<T>& value) {
  if (value)
    write_value(out, *value);
  else
    out += "null";
}

/// A name of an enumeration.
template <Named E>
Type one_of() {
  return one_of(names_of<E>());
}

template <class T>
bool is_absent(const T&) {
  return false;
}
inline bool is_absent(const Json& value) { return value.is_null(); }
template <class T>
bool is_absent(const std::optional<T>& value) {
  return !value;
}
template <class T>
bool is_absent(const std::vector<T>& list) {
  return list.empty();
}

template <class Pointer>
struct OwnerOf;
template <class Class, class T>
struct OwnerOf<T Class::*> {
  using type = Class;
};

template <auto First, auto... Inner>
constexpr auto& reach(auto& object) {
  return ((object.*First).*....*Inner);
}

/// A field that is a member of a struct, or a member of a member: field<&Share::range, &Range::first>.
template <auto First, auto... Inner>
Field field(std::string key, Type type, std::string meaning = "") {
  using Class = typename OwnerOf<decltype(First)>::type;
  using T = std::remove_cvref_t<decltype(reach<First, Inner...>(std::declval<Class&>()))>;
  Field made(std::move(key), std::move(type), std::move(meaning));
  made.omitted = false;
  made.read = [](void* to, const Node& node) { read_value(node, reach<First, Inner...>(*static_cast<Class*>(to))); };
  made.write = [](const void* from, std::string& out) {
    write_value(out, reach<First, Inner...>(*static_cast<const Class*>(from)));
  };
  made.absent = [](const void* from) { return is_absent(reach<First, Inner...>(*static_cast<const Class*>(from))); };
  if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, OrderedJson>) {
    made.json = [](const void* from) { return OrderedJson(reach<First, Inner...>(*static_cast<const Class*>(from))); };
  } else if constexpr (requires(const T& list) { list.begin(), list[0]; } && !std::is_same_v<T, std::string>) {
    made.items = [](const void* from) { return reach<First, Inner...>(*static_cast<const Class*>(from)).size(); };
    made.write_item = [](const void* from, std::size_t i, std::string& out) {
      write_value(out, reach<First, Inner...>(*static_cast<const Class*>(from))[i]);
    };
  }
  return made;
}

/// The same for a field that may be missing, and is omitted where there is no value.
template <auto... Members>
Field maybe(std::string key, Type type, std::string meaning = "") {
  return field<Members...>(std::move(key), std::move(type), std::move(meaning)).may_miss();
}

/// The same for a field that may be missing, but is always written: null, or an empty list, where there is no value.
template <auto... Members>
Field always(std::string key, Type type, std::string meaning = "") {
  return field<Members...>(std::move(key), std::move(type), std::move(meaning)).always();
}

/// Whether a member has a value; for Field::unless().
template <auto Member, auto value>
bool is(const void* from) {
  return static_cast<const typename OwnerOf<decltype(Member)>::type*>(from)->*Member == value;
}

}  // namespace uneven::document
