#include "document/unknown_keys.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "document/schemas.hpp"

namespace uneven::document {

namespace {

/// Insertions, deletions and changes that turn `a` into `b` (Levenshtein).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j)
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] != b[j])}));
  }
  return row.back();
}

std::string nearest(const std::string& key, const Json& properties) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, key.size() / 2) + 1;
  for (const auto& [name, schema] : properties.items())
    if (const std::size_t distance = edit_distance(key, name); distance < least) {
      least = distance;
      best = name;
    }
  return best;
}

struct KeySearch {
  const Json& root;
  Json::json_pointer place{};  ///< of the value visited; spelled out only when it is reported
  std::set<std::string> seen{};
  std::vector<std::string> lines{};

  void visit(const Json& value, const Json& schema) {
    if (value.is_array()) {
      const Json* element = member_schema(root, schema, "");
      if (!element || !element->contains("properties")) return;
      for (std::size_t i = 0; i < value.size(); ++i) visit_at(std::to_string(i), value[i], *element);
      return;
    }
    const auto properties = schema.find("properties");
    if (!value.is_object() || properties == schema.end()) return;
    for (const auto& [key, member] : value.get_ref<const Json::object_t&>()) {
      if (properties->contains(key)) {
        if (member.is_structured()) visit_at(key, member, *member_schema(root, schema, key));
      } else if (key != "comment" && key.rfind("x-", 0) != 0 && seen.insert(key).second) {
        const std::string guess = nearest(key, *properties);
        lines.push_back((place / key).to_string() + ": unknown key, ignored" +
                        (guess.empty() ? "" : "; did you mean \"" + guess + "\"?"));
      }
    }
  }

  void visit_at(std::string step, const Json& value, const Json& schema) {
    place.push_back(std::move(step));
    visit(value, schema);
    place.pop_back();
  }
};

/// Kinds of documents with a member that is a document itself.
const std::vector<std::pair<std::string, std::string>> documents_inside{{"job", "plan"}, {"partition", "speeds"}};

/// "" of what is no document of a kind that is known.
std::string kind_of(const Json& json) {
  const Json kind = json.is_object() && json.contains("kind") ? json["kind"] : Json();
  const auto& known = known_kinds();
  return kind.is_string() && std::ranges::count(known, kind.get<std::string>()) > 0 ? kind.get<std::string>() : "";
}

}  // namespace

std::vector<std::string> unknown_keys(const Json& json, const std::string& kind) {
  const Json& root = schema_of(kind);
  KeySearch search{root};
  search.visit(json, root);
  for (const auto& [outer, member] : documents_inside)
    if (const auto inside = json.find(member); kind == outer && inside != json.end())
      if (const std::string inner = kind_of(*inside); !inner.empty())
        for (const std::string& line : unknown_keys(*inside, inner)) search.lines.push_back("/" + member + line);
  return search.lines;
}

}  // namespace uneven::document
