#include "document/document.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/tool.hpp"
#include "document/schemas.hpp"
#include "document/unknown_keys.hpp"
#include "document/validate.hpp"

namespace uneven::document {

namespace {

/// Line and column (from 1) of byte `offset`.
std::string place(const std::string& text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto line = 1 + std::count(text.begin(), end, '\n');
  const std::size_t newline = text.rfind('\n', offset ? offset - 1 : 0);
  const std::size_t column = newline == text.npos || newline >= offset ? offset + 1 : offset - newline;
  return std::to_string(line) + ":" + std::to_string(column);
}

/// nlohmann's text without its "[json.exception...] " and, where `place` gives it in the user's terms, its position.
std::string reason(const std::string& what) {
  const std::size_t colon = what.find(": "), bracket = what.find("] ");
  if (what.find(" at line ") < colon && colon != what.npos) return what.substr(colon + 2);
  return bracket == what.npos ? what : what.substr(bracket + 2);
}

/// ":line:column" of a number that no double can hold; nlohmann quotes it but does not say where it is.
std::string place_of_overflow(const std::string& text, const std::string& what) {
  const std::size_t begin = what.find('\''), end = what.rfind('\'');
  const std::size_t at = begin == end ? text.npos : text.find(what.substr(begin + 1, end - begin - 1));
  return at == text.npos ? "" : ":" + place(text, at);
}

/// The largest integer up to which every integer is a double.
constexpr double exact_integers = 9007199254740992.0;

/// No document nests deeper; what walks the JSON after this may recurse.
constexpr int deepest = 100;

void make_whole_numbers_integers(Json& json, int depth = 0) {
  if (depth > deepest) throw InputError("nested deeper than " + std::to_string(deepest) + " levels");
  if (json.is_number_float()) {
    const double value = json.get<double>();
    if (std::trunc(value) == value && std::abs(value) <= exact_integers) json = static_cast<std::int64_t>(value);
  } else if (json.is_structured()) {
    for (Json& member : json) make_whole_numbers_integers(member, depth + 1);
  }
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
    throw InputError("/kind: found " + json["kind"].dump() + "; expected " + list(expected));
  if (!json.contains("version") || json["version"] != 1)
    throw InputError("/version: found " + (json.contains("version") ? json["version"].dump() : "nothing") +
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
  Json json;
  try {
    json = Json::parse(text);
  } catch (const nlohmann::json::parse_error& e) {
    throw InputError(name + ":" + place(text, e.byte ? e.byte - 1 : 0) + ": " + reason(e.what()));
  } catch (const nlohmann::json::exception& e) {
    throw InputError(name + place_of_overflow(text, e.what()) + ": " + reason(e.what()));
  }
  return of_json(std::move(json), name, kinds);
}

Document of_json(Json json, const std::string& name, const std::vector<std::string>& kinds) {
  Document document{std::move(json), name, {}};
  in_document(name, [&] {
    make_whole_numbers_integers(document.json);
    document.kind = known_kind(document.json, kinds);
  });
  return document;
}

std::vector<std::string> Document::schema_faults() const { return document::schema_faults(json, kind); }

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
