#include "document/document.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/tool.hpp"
#include "document/faults.hpp"
#include "document/json_text.hpp"
#include "document/schemas.hpp"
#include "document/unknown_keys.hpp"
#include "document/validate.hpp"

namespace uneven::document {

namespace {

/// nlohmann's text without its "[json.exception...] ".
std::string reason(const std::string& what) {
  const std::size_t bracket = what.find("] ");
  return bracket == what.npos ? what : what.substr(bracket + 2);
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string known_kind(const Json& json, const std::vector<std::string>& kinds) {
  const std::vector<std::string>& expected = kinds.empty() ? known_kinds() : kinds;
  if (!json.is_object() || !json.contains("kind") || !json["kind"].is_string())
    throw InputError("/kind: missing; expected a document of kind " + list(expected));
  const std::string kind = json["kind"];
  if (std::find(expected.begin(), expected.end(), kind) == expected.end())
    throw InputError("/kind: found " + excerpt(json["kind"]) + "; expected " + list(expected));
  if (!json.contains("version") || json["version"] != 1)
    throw InputError("/version: found " + (json.contains("version") ? excerpt(json["version"]) : "nothing") +
                     "; the versions of \"" + kind + "\" that are known: 1");
  return kind;
}

}  // namespace

void in_document(const std::string& name, const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& e) {
    throw InputError(name.empty() ? e.what() : name + ": " + e.what());
  } catch (const nlohmann::json::exception& e) {
    throw InputError((name.empty() ? "" : name + ": ") + reason(e.what()));
  }
}

Document parse(const std::string& text, const std::string& name, const std::vector<std::string>& kinds) {
  auto [json, faults] = parse_json(text, name);
  Document document = of_json(std::move(json), name, kinds);
  document.text_faults = std::move(faults);
  return document;
}

Document of_json(Json json, const std::string& name, const std::vector<std::string>& kinds) {
  Document document{std::move(json), name, {}, {}};
  in_document(name, [&] { document.kind = known_kind(document.json, kinds); });
  return document;
}

std::vector<std::string> Document::schema_faults() const {
  std::vector<std::string> faults = text_faults;
  std::ranges::move(document::schema_faults(json, kind), std::back_inserter(faults));
  return faults;
}

void Document::require_none(const std::vector<std::string>& found) const {
  if (!found.empty())
    throw InputError(name + ": " + found.front() +
                     (found.size() > 1 ? " (and " + std::to_string(found.size() - 1) + " more)" : ""));
}

Document load(const std::string& path, const std::vector<std::string>& kinds, const Tool& tool) {
  tool.require_apart(path);
  Document document = parse(read_file(path), input_name(path), kinds);
  for (const std::string& text : unknown_keys(document.json, document.kind)) tool.note(document.name + ": " + text);
  return document;
}

}  // namespace uneven::document
