// SPDX-License-Identifier: MIT
#include "document/document.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/tool.hpp"
#include "document/faults.hpp"
#include "document/json_text.hpp"
#include "document/kinds.hpp"

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

std::string known_kind(const Node& json, const std::vector<std::string>& kinds) {
  const std::vector<std::string>& expected = kinds.empty() ? known_kinds() : kinds;
  const Node &name = json["kind"], &version = json["version"];
  if (!name.is_text()) throw InputError("/kind: missing; expected a document of kind " + list(expected));
  const std::string kind(name.text());
  if (std::ranges::find(expected, kind) == expected.end())
    throw InputError("/kind: found " + excerpt(name) + "; expected " + list(expected));
  if (!version.is_number() || version.number() != 1)
    throw InputError("/version: found " + (json.find("version") ? excerpt(version) : "nothing") +
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

Document of_json(Tree json, const std::string& name, const std::vector<std::string>& kinds) {
  Document document{std::move(json), name, {}, {}};
  in_document(name, [&] { document.kind = known_kind(document.json, kinds); });
  return document;
}

Faults Document::schema_faults() const {
  Faults faults = text_faults;
  faults.add_all(document::schema_faults(json, kind));
  return faults;
}

void Document::require_none(const Faults& found) const {
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
