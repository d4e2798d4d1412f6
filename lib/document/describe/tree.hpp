// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/json.hpp"

namespace uneven::document {

struct Member;

/// A JSON value as it was read: 16 bytes in a Tree, which owns what it points to. It cannot change.
class Node {
 public:
  enum class Type : std::uint8_t { null, boolean, integer, above_integers, real, text, list, object };

  Node() = default;
  explicit Node(bool value) : boolean_(value), type_(Type::boolean) {}
  explicit Node(std::int64_t value) : integer_(value), type_(Type::integer) {}
  /// Beyond 2^63 - 1 too.
  explicit Node(std::uint64_t value) : unsigned_(value), type_(value >> 63 ? Type::above_integers : Type::integer) {}
  explicit Node(double value) : real_(value), type_(Type::real) {}
  explicit Node(std::string_view text) : text_(text.data()), size_(size_of(text)), type_(Type::text) {}
  explicit Node(std::span<const Node> items) : items_(items.data()), size_(size_of(items)), type_(Type::list) {}
  explicit Node(std::span<const Member> members)
      : members_(members.data()), size_(size_of(members)), type_(Type::object) {}

  Type type() const { return type_; }
  bool is_null() const { return type_ == Type::null; }
  bool is_integer() const { return type_ == Type::integer || type_ == Type::above_integers; }
  bool is_number() const { return is_integer() || type_ == Type::real; }
  bool is_text() const { return type_ == Type::text; }
  bool is_list() const { return type_ == Type::list; }
  bool is_object() const { return type_ == Type::object; }
  bool is_structured() const { return is_list() || is_object(); }

  /// The value; each needs its type. `number` is for integers, too.
  bool boolean() const { return boolean_; }
  std::int64_t integer() const { return integer_; }
  double number() const;
  std::string_view text() const { return {text_, size_}; }

  /// Of a list; empty of anything else.
  std::span<const Node> items() const;
  /// Of an object, ascending by key; empty of anything else.
  std::span<const Member> members() const;

  /// The member of an object; nullptr if there is none, or this is no object. Cost: logarithmic.
  const Node* find(std::string_view key) const;
  /// The same, or a null.
  const Node& operator[](std::string_view key) const;

  /// A copy that can change.
  Json json() const;

  /// As JSON on one line; what follows byte `most` is left out.
  std::string dump(std::size_t most = std::string::npos) const;

 private:
  static std::uint32_t size_of(const auto& range) { return static_cast<std::uint32_t>(range.size()); }

  union {
    bool boolean_;
    std::int64_t integer_ = 0;
    std::uint64_t unsigned_;
    double real_;
    const char* text_;
    const Node* items_;
    const Member* members_;
  };
  std::uint32_t size_ = 0;
  Type type_ = Type::null;
};
static_assert(sizeof(Node) == 16);

/// A member of an object. Equal keys of a tree are one string.
struct Member {
  const std::string* key;
  Node value;
};

/// A JSON value with all that is in it. Copies share it.
///
///     bytes: 16 for each value, 24 for each member of an object, and the texts; nlohmann's takes five times as many
class Tree : public Node {
 public:
  Tree() = default;
  Tree(const Json& json);  // NOLINT: a function that reads a tree reads JSON, too

  /// The member of an object, or a null.
  Tree member(std::string_view key) const { return {(*this)[key], memory_}; }

 private:
  friend class TreeBuilder;
  Tree(Node root, std::shared_ptr<const void> memory) : Node(root), memory_(std::move(memory)) {}

  std::shared_ptr<const void> memory_;
};

/// Makes a tree of its values, told in the order of the text.
class TreeBuilder {
 public:
  TreeBuilder();
  ~TreeBuilder();

  void value(Node value);
  void text(std::string_view text);
  void open(bool object);
  void close();

  /// Of the member that comes next. @return  whether its object has none of that key yet; the last one counts.
  bool key(const std::string& key);

  std::size_t depth() const;
  /// The first key on the way to the next value, "" if that is the root.
  const std::string& first_key() const;
  /// JSON pointer to the last value, or to the value of the last key if that has not come yet; "/" of the root.
  std::string pointer() const;

  /// The tree built. @pre  everything is closed.
  Tree take();

 private:
  struct Memory;
  struct Level;

  std::shared_ptr<Memory> memory_;
  std::vector<Member> values_;  ///< of all levels that are open; items of lists have no key
  std::vector<Level> open_;
};

}  // namespace uneven::document
