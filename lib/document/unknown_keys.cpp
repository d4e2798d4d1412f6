#include "document/unknown_keys.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/nearest.hpp"
#include "document/faults.hpp"
#include "document/schemas.hpp"

namespace uneven::document {

namespace {

std::vector<std::string> names_of(const Json& properties) {
  std::vector<std::string> names;
  for (const auto& [name, schema] : properties.items()) names.push_back(name);
  return names;
}

/// Kinds of documents with a member that is a document itself.
const std::vector<std::pair<std::string, std::string>> documents_inside{{"job", "plan"}, {"partition", "speeds"}};

/// "" of what is no document of a kind that is known.
std::string kind_of(const Json& json) {
  const Json kind = json.is_object() && json.contains("kind") ? json["kind"] : Json();
  const auto& known = known_kinds();
  return kind.is_string() && std::ranges::count(known, kind.get<std::string>()) > 0 ? kind.get<std::string>() : "";
}

/// What is found: a line for the first keys, the number of all.
struct Found {
  std::vector<std::string> lines{};
  std::size_t count = 0;
};

/// Looks through one document, and those inside it.
class KeySearch {
 public:
  KeySearch(Found& found, Json::json_pointer place) : found_(found), place_(std::move(place)) {}

  void visit_document(const Json& json, const std::string& kind) {
    root_ = &schema_of(kind);
    visit(json, *root_);
    for (const auto& [outer, member] : documents_inside)
      if (const auto inside = json.find(member); kind == outer && inside != json.end())
        if (const std::string inner = kind_of(*inside); !inner.empty())
          KeySearch(found_, place_ / member).visit_document(*inside, inner);
  }

 private:
  void visit(const Json& value, const Json& schema) {
    if (value.is_array()) {
      const Json* element = member_schema(*root_, schema, "");
      if (!element || !element->contains("properties")) return;
      for (std::size_t i = 0; i < value.size(); ++i) visit_at(std::to_string(i), value[i], *element);
      return;
    }
    const auto properties = schema.find("properties");
    if (!value.is_object() || properties == schema.end()) return;
    for (const auto& [key, member] : value.get_ref<const Json::object_t&>()) {
      if (properties->contains(key)) {
        if (member.is_structured()) visit_at(key, member, *member_schema(*root_, schema, key));
      } else if (key != "comment" && !key.starts_with("x-") && seen_.insert(key).second) {
        tell(key, *properties);
      }
    }
  }

  void visit_at(std::string step, const Json& value, const Json& schema) {
    place_.push_back(std::move(step));
    visit(value, schema);
    place_.pop_back();
  }

  void tell(const std::string& key, const Json& properties) {
    if (found_.count++ >= most_shown) return;
    const std::string guess = nearest(key, names_of(properties));
    found_.lines.push_back(place_.to_string() + pointer_step(key) + ": unknown key, ignored" +
                           (guess.empty() ? "" : "; did you mean \"" + guess + "\"?"));
  }

  Found& found_;
  Json::json_pointer place_;  ///< of the value visited: of known names and numbers
  const Json* root_ = nullptr;
  std::set<std::string_view> seen_{};
};

}  // namespace

std::vector<std::string> unknown_keys(const Json& json, const std::string& kind) {
  Found found;
  KeySearch(found, Json::json_pointer()).visit_document(json, kind);
  if (found.count > found.lines.size())
    found.lines.push_back("and " + std::to_string(found.count - found.lines.size()) + " more unknown keys");
  return found.lines;
}

}  // namespace uneven::document
