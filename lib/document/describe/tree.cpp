// SPDX-License-Identifier: MIT
#include "document/describe/tree.hpp"

#include <algorithm>
#include <memory_resource>
#include <unordered_set>

#include "document/describe/type.hpp"

namespace uneven::document {

double Node::number() const {
  if (type_ == Type::real) return real_;
  return type_ == Type::integer ? static_cast<double>(integer_) : static_cast<double>(unsigned_);
}

std::span<const Node> Node::items() const {
  return is_list() ? std::span<const Node>(items_, size_) : std::span<const Node>();
}

std::span<const Member> Node::members() const {
  return is_object() ? std::span<const Member>(members_, size_) : std::span<const Member>();
}

const Node* Node::find(std::string_view key) const {
  const auto all = members();
  const auto found = std::ranges::lower_bound(all, key, {}, [](const Member& m) { return std::string_view(*m.key); });
  return found == all.end() || *found->key != key ? nullptr : &found->value;
}

const Node& Node::operator[](std::string_view key) const {
  static const Node absent;
  const Node* found = find(key);
  return found ? *found : absent;
}

Json Node::json() const {
  switch (type_) {
    case Type::null:
      return nullptr;
    case Type::boolean:
      return boolean_;
    case Type::integer:
      if (integer_ >= 0) return static_cast<std::uint64_t>(integer_);
      return integer_;
    case Type::above_integers:
      return unsigned_;
    case Type::real:
      return real_;
    case Type::text:
      return std::string(text());
    case Type::list: {
      Json list = Json::array();
      for (const Node& item : items()) list.push_back(item.json());
      return list;
    }
    default: {
      Json object = Json::object();
      for (const auto& [key, value] : members()) object.emplace(*key, value.json());
      return object;
    }
  }
}

namespace {

void append_node(std::string& out, const Node& node, std::size_t most) {
  if (out.size() > most) return;
  const char* separator = "";
  if (node.is_list()) {
    out += '[';
    for (const Node& item : node.items()) {
      if (out.size() > most) return;
      append_node(out += std::exchange(separator, ","), item, most);
    }
    out += ']';
  } else if (node.is_object()) {
    out += '{';
    for (const auto& [key, value] : node.members()) {
      if (out.size() > most) return;
      append_text(out += std::exchange(separator, ","), *key);
      append_node(out += ':', value, most);
    }
    out += '}';
  } else if (node.is_text()) {
    append_text(out, node.text());
  } else {
    out += node.json().dump();
  }
}

void add(TreeBuilder& tree, const Json& json) {
  if (json.is_object()) {
    tree.open(true);
    for (const auto& [key, value] : json.get_ref<const Json::object_t&>()) {
      tree.key(key);
      add(tree, value);
    }
    tree.close();
  } else if (json.is_array()) {
    tree.open(false);
    for (const Json& item : json) add(tree, item);
    tree.close();
  } else if (json.is_string()) {
    tree.text(json.get_ref<const std::string&>());
  } else if (json.is_number_float()) {
    tree.value(Node(json.get<double>()));
  } else if (json.is_number_unsigned()) {
    tree.value(Node(json.get<std::uint64_t>()));
  } else if (json.is_number_integer()) {
    tree.value(Node(json.get<std::int64_t>()));
  } else {
    tree.value(json.is_boolean() ? Node(json.get<bool>()) : Node());
  }
}

}  // namespace

std::string Node::dump(std::size_t most) const {
  std::string text;
  append_node(text, *this, most);
  return text;
}

Tree::Tree(const Json& json) {
  TreeBuilder builder;
  add(builder, json);
  *this = builder.take();
}

struct TreeBuilder::Memory {
  std::pmr::monotonic_buffer_resource values;
  std::unordered_set<std::string> keys;

  template <class T>
  T* allocate(std::size_t count) {
    return static_cast<T*>(values.allocate(std::max<std::size_t>(count, 1) * sizeof(T), alignof(T)));
  }
};

/// An object or list that is open.
struct TreeBuilder::Level {
  static constexpr std::size_t few = 32;

  bool object;
  std::size_t begin;  ///< of its values in values_
  std::size_t told = 0;
  const std::string* key = nullptr;               ///< of the next member
  std::unordered_set<const std::string*> keys{};  ///< all, if they are more than few
};

TreeBuilder::TreeBuilder() : memory_(std::make_shared<Memory>()) {}
TreeBuilder::~TreeBuilder() = default;

void TreeBuilder::value(Node value) {
  if (!open_.empty()) ++open_.back().told;
  values_.push_back({open_.empty() ? nullptr : open_.back().key, value});
}

void TreeBuilder::text(std::string_view text) {
  char* copy = memory_->allocate<char>(text.size());
  std::ranges::copy(text, copy);
  value(Node(std::string_view(copy, text.size())));
}

void TreeBuilder::open(bool object) {
  if (!open_.empty()) ++open_.back().told;
  open_.push_back({object, values_.size()});
}

bool TreeBuilder::key(const std::string& key) {
  Level& level = open_.back();
  level.key = &*memory_->keys.insert(key).first;
  const std::span<const Member> before(values_.begin() + static_cast<std::ptrdiff_t>(level.begin), values_.end());
  if (before.size() <= Level::few) return std::ranges::find(before, level.key, &Member::key) == before.end();
  if (level.keys.empty())
    for (const Member& member : before) level.keys.insert(member.key);
  return level.keys.insert(level.key).second;
}

void TreeBuilder::close() {
  const bool object = open_.back().object;
  const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(open_.back().begin);
  Node closed;
  if (object) {
    const auto by_key = [](const Member& a, const Member& b) { return a.key != b.key && *a.key < *b.key; };
    if (!std::is_sorted(begin, values_.end(), by_key)) std::stable_sort(begin, values_.end(), by_key);
    auto* const members = memory_->allocate<Member>(static_cast<std::size_t>(values_.end() - begin));
    auto* end = members;
    for (auto member = begin; member != values_.end(); ++member)  // of equal keys the last counts
      *(end != members && end[-1].key == member->key ? end - 1 : end++) = *member;
    closed = Node(std::span<const Member>(members, end));
  } else {
    auto* const items = memory_->allocate<Node>(static_cast<std::size_t>(values_.end() - begin));
    std::transform(begin, values_.end(), items, [](const Member& m) { return m.value; });
    closed = Node(std::span<const Node>(items, static_cast<std::size_t>(values_.end() - begin)));
  }
  values_.erase(begin, values_.end());
  open_.pop_back();
  values_.push_back({open_.empty() ? nullptr : open_.back().key, closed});
}

std::size_t TreeBuilder::depth() const { return open_.size(); }

const std::string& TreeBuilder::first_key() const {
  static const std::string none;
  return open_.empty() || !open_.front().key ? none : *open_.front().key;
}

std::string TreeBuilder::pointer() const {
  std::string result;
  for (const Level& level : open_)
    result += level.object ? pointer_step(*level.key) : "/" + std::to_string(level.told - 1);
  return result.empty() ? "/" : result;
}

Tree TreeBuilder::take() { return {values_.back().value, std::move(memory_)}; }

}  // namespace uneven::document
