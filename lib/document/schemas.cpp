#include "document/schemas.hpp"

#include <string_view>

namespace uneven::document {

namespace {

const std::map<std::string, Json>& schemas() {
  static const auto parsed = [] {
    std::map<std::string, Json> all;
    for (const auto& [name, text] : schema_texts()) all[name.substr(0, name.rfind('-'))] = Json::parse(text);
    return all;
  }();
  return parsed;
}

const Json* resolve(const Json& root, const Json& schema) {
  const auto reference = schema.find("$ref");
  if (reference == schema.end()) return &schema;
  constexpr std::string_view definitions = "#/definitions/";
  return &root.at("definitions").at(reference->get_ref<const std::string&>().substr(definitions.size()));
}

}  // namespace

const Json& schema_of(const std::string& kind) { return schemas().at(kind); }

const std::vector<std::string>& known_kinds() {
  static const auto kinds = [] {
    std::vector<std::string> names;
    for (const auto& [name, schema] : schemas()) names.push_back(name);
    return names;
  }();
  return kinds;
}

const Json* member_schema(const Json& root, const Json& schema, const std::string& key) {
  const Json& here = *resolve(root, schema);
  const auto keyword = here.find(key.empty() ? "items" : "properties");
  if (keyword == here.end()) return nullptr;
  if (key.empty()) return keyword->is_object() ? resolve(root, *keyword) : nullptr;
  const auto property = keyword->find(key);
  return property == keyword->end() ? nullptr : resolve(root, *property);
}

}  // namespace uneven::document
