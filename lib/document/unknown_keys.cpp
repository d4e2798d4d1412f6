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

/// A key as a step of a JSON pointer (RFC 6901).
std::string step(const std::string& key) { return (Json::json_pointer() / key).to_string(); }

struct Search {
  const Json& root;
  std::set<std::string> seen;
  std::vector<std::string> lines;

  void visit(const Json& value, const Json& schema, const std::string& pointer) {
    if (value.is_array()) {
      if (const Json* element = member_schema(root, schema, ""); element && element->contains("properties"))
        for (std::size_t i = 0; i < value.size(); ++i) visit(value[i], *element, pointer + "/" + std::to_string(i));
      return;
    }
    const auto properties = schema.find("properties");
    if (!value.is_object() || properties == schema.end()) return;
    for (const auto& [key, member] : value.items()) {
      if (const Json* known = member_schema(root, schema, key)) {
        if (member.is_structured()) visit(member, *known, pointer + step(key));
      } else if (key != "comment" && key.rfind("x-", 0) != 0 && seen.insert(key).second) {
        const std::string guess = nearest(key, *properties);
        lines.push_back(pointer + step(key) + ": unknown key, ignored" +
                        (guess.empty() ? "" : "; did you mean \"" + guess + "\"?"));
      }
    }
  }
};

}  // namespace

std::vector<std::string> unknown_keys(const Json& json, const std::string& kind) {
  const Json& root = schema_of(kind);
  Search search{root, {}, {}};
  search.visit(json, root, "");
  return search.lines;
}

}  // namespace uneven::document
