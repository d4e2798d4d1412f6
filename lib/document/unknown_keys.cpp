#include "document/unknown_keys.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/nearest.hpp"
#include "document/faults.hpp"
#include "document/kinds.hpp"

namespace uneven::document {

namespace {

/// What is found: a line for the first keys, the number of all.
struct Found {
  std::vector<std::string> lines{};
  std::size_t count = 0;
};

/// Looks through one document, and those inside it.
class KeySearch {
 public:
  KeySearch(Found& found, std::string place) : found_(found), place_(std::move(place)) {}

  void visit_document(const Node& json, const Kind& kind) { visit_object(json, *kind.description, true); }

 private:
  void visit(const Node& value, const Type& type) {
    if (type.item) {
      for (std::size_t i = 0; type.item->object && i < value.items().size(); ++i)
        at("/" + std::to_string(i), [&] { visit(value.items()[i], *type.item); });
    } else if (type.object) {
      visit_object(value, *type.object, false);
    } else if (type.document) {
      if (const Kind* kind = kind_of(value)) KeySearch(found_, place_).visit_document(value, *kind);
    }
  }

  void visit_object(const Node& value, const Object& object, bool root) {
    std::vector<const Field*> documents;
    for_each_member(
        object, value,
        [&](const Field& field, const Node& member) {
          if (field.type.document)
            documents.push_back(&field);
          else if (member.is_structured())
            at("/" + field.key, [&] { visit(member, field.type); });
        },
        [&](const std::string& key) {
          const bool users = key == "comment" || key.starts_with("x-");
          if (!users && !(root && (key == "kind" || key == "version")) && seen_.insert(key).second) tell(key, object);
        });
    for (const Field* field : documents) at("/" + field->key, [&] { visit(value[field->key], field->type); });
  }

  template <class Visit>
  void at(const std::string& step, Visit visit_there) {
    const std::size_t length = place_.size();
    place_ += step;
    visit_there();
    place_.resize(length);
  }

  void tell(const std::string& key, const Object& object) {
    if (found_.count++ >= most_shown) return;
    std::vector<std::string> names;
    for (const Field* field : object.by_key) names.push_back(field->key);
    const std::string guess = nearest(key, names);
    found_.lines.push_back(place_ + pointer_step(key) + ": unknown key, ignored" +
                           (guess.empty() ? "" : "; did you mean \"" + guess + "\"?"));
  }

  Found& found_;
  std::string place_;  ///< JSON pointer to the value visited: of known names and numbers
  std::set<std::string_view> seen_{};
};

}  // namespace

std::vector<std::string> unknown_keys(const Tree& json, const std::string& kind) {
  Found found;
  KeySearch(found, "").visit_document(json, kind_named(kind));
  if (found.count > found.lines.size())
    found.lines.push_back("and " + std::to_string(found.count - found.lines.size()) + " more unknown keys");
  return found.lines;
}

}  // namespace uneven::document
