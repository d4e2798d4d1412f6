// SPDX-License-Identifier: MIT
#include "document/document.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/tool.hpp"
#include "document/describe/type.hpp"

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

/// The largest integer up to which every integer is a double.
constexpr double exact_integers = 9007199254740992.0;

constexpr std::size_t longest_reason = 200;  ///< characters: a reason quotes the input

/// No document nests deeper, so later walks over the JSON may recurse.
constexpr std::size_t deepest = 100;

/// Makes the tree of what nlohmann's reader finds.
class Builder : public Json::json_sax_t {
 public:
  Builder(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  JsonText take() { return {tree_.take(), std::move(faults_)}; }

  bool null() override { return add(Node()); }
  bool boolean(bool value) override { return add(Node(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(Node(std::uint64_t{value})); }
  bool number_integer(number_integer_t value) override {
    return value == 0 ? add_zero("-0") : add(Node(std::int64_t{value}));  // positive ones and 0 are unsigned
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    if (value == 0 && (std::signbit(value) || has_value(digits))) return add_zero(digits);
    const bool whole = std::trunc(value) == value && std::abs(value) <= exact_integers;
    return add(whole ? Node(static_cast<std::int64_t>(value)) : Node(value));
  }
  bool string(string_t& value) override {
    require_depth();
    tree_.text(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }  // not in JSON
  bool start_object(std::size_t) override { return open(true); }
  bool start_array(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!tree_.key(name)) faults_.add(tree_.pointer(), "occurs twice");
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& e) override {
    constexpr int syntax = 101;  // otherwise a number that no double can hold
    const std::string what = e.what();
    const std::size_t start = e.id == syntax ? position - std::min<std::size_t>(position, 1) : position - token.size();
    const std::string reason = what.substr(what.find(e.id == syntax ? ": " : "] ") + 2);
    throw InputError(name_ + ":" + place(text_, start) + ": " + shown(reason, longest_reason));
  }

 private:
  bool add(Node value) {
    require_depth();
    tree_.value(value);
    return true;
  }

  /// A zero with a sign, or a number too small for a double. Results of runs may be such zeros.
  bool add_zero(const std::string& digits) {
    const bool is_result = tree_.depth() > 1 && tree_.first_key() == "result";
    add(Node(std::int64_t{0}));
    if (!is_result || has_value(digits))
      faults_.add(tree_.pointer(), "found " + shown(digits) + "; expected 0 or a number that a double can hold");
    return true;
  }

  static bool has_value(const std::string& digits) {
    return digits.substr(0, digits.find_first_of("eE")).find_first_of("123456789") != digits.npos;
  }

  bool open(bool object) {
    require_depth();
    tree_.open(object);
    return true;
  }

  bool close() {
    tree_.close();
    return true;
  }

  void require_depth() const {
    if (tree_.depth() > deepest)
      throw InputError(name_ + ": nested deeper than " + std::to_string(deepest) + " levels");
  }

  const std::string& text_;
  const std::string& name_;
  TreeBuilder tree_;
  Faults faults_;
};

}  // namespace

JsonText parse_json(const std::string& text, const std::string& name) {
  // To nlohmann's reader a NUL byte is the end.
  if (const auto nul = text.find('\0'); nul != text.npos)
    throw InputError(name + ":" + place(text, nul) + ": a NUL byte; expected text");
  Builder builder(text, name);
  Json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace uneven::document
