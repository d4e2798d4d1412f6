// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/describe/object.hpp"
#include "document/describe/tree.hpp"
#include "document/describe/type.hpp"

namespace uneven {
class Tool;
}

namespace uneven::document {

/// A JSON text as read.
struct JsonText {
  Tree json;      ///< floats that are whole numbers have become integers
  Faults faults;  ///< keys that occur twice, numbers that lose their value or sign
};

/// Reads a text that is one JSON value and nothing else.
/// @param name  of the file, for messages.
/// @throws InputError with line and column for broken JSON, a number that no double can hold, a NUL byte or text after
///                    the value; or for a value nested deeper than 100 levels.
JsonText parse_json(const std::string& text, const std::string& name);

// A document is described once: beside its struct, in the function describe() of its source, a field in a line: its
// key, its type with limits, whether it may be missing, its unit and its meaning (see describe/field.hpp). A new member
// needs a line in the struct and one in the description; then it is read, checked, written and known by name, and
// `make schema` puts it into share/schema and the manual page. Only conditions on several fields have code of their
// own: faults().

/// The document after its first reading: JSON of a known kind and version.
/// Floats that are whole numbers have become integers.
struct Document {
  Tree json;
  std::string name;  ///< of the file, for messages
  std::string kind;
  Faults text_faults;  ///< see JsonText; empty of JSON that was parsed before

  /// Checks the document against its description, makes a struct of it and asks `faults` of the result.
  /// @throws InputError with the file's name and the first fault.
  template <Described T>
  T as() const;

  /// Faults of the text and against the description.
  Faults schema_faults() const;

  /// The first of the faults, if any, becomes an InputError.
  void require_none(const Faults& faults) const;
};

/// Parses `text` and finds its kind; does not validate yet.
/// @param kinds  the kinds that the caller can use; empty for any.
/// @throws InputError as parse_json(), or naming the known kinds and versions.
Document parse(const std::string& text, const std::string& name, const std::vector<std::string>& kinds);

/// The same for JSON that was parsed by it, such as the plan inside a job.
Document of_json(Tree json, const std::string& name, const std::vector<std::string>& kinds = {});

/// Reads ("-" is standard input) and parses; the tool's user is told of each unknown key once.
Document load(const std::string& path, const std::vector<std::string>& kinds, const Tool& tool);

/// Runs `work`, putting `name`, if any, before its InputErrors and turning JSON's own exceptions into them.
void in_document(const std::string& name, const std::function<void()>& work);

template <Described T>
T Document::as() const {
  require_none(schema_faults());
  T made{};
  in_document(name, [&] { made = from_json<T>(json); });
  require_none(faults(made));
  return made;
}

/// A kind of document.
struct Kind {
  std::string name;
  std::string title;                   ///< its meaning, and its tool
  const Object& (*description)();      ///< of its members but kind and version; made when it is asked for
  Faults (*faults)(const Tree& json);  ///< faults beyond the description, of a document that is sound by it
};

/// All of them, by name.
const std::vector<Kind>& kinds();
const std::vector<std::string>& known_kinds();

/// @throws std::out_of_range
const Kind& kind_named(const std::string& name);

/// The kind of a document inside another; nullptr if it is none that is known.
const Kind* kind_of(const Node& json);

/// Faults of a document against the description of its kind, a line each: "/speed/1: found 0; expected a number > 0".
/// Cost: linear in the size of the document.
Faults schema_faults(const Tree& json, const std::string& kind);

/// Every fault of a document of any kind, one line each; empty if it is sound.
Faults faults_of(const Document& document);

/// The same for a document inside another; a member that is no document at all is one fault.
Faults faults_of_member(const Tree& json);

/// One line for each key name that the description of `kind` does not know, with the nearest known name; those of
/// documents inside, such as the plan of a job, too. Beyond the first of them, how many more there are. `comment` and
/// names that start with `x-` belong to the user. Cost: linear in the document.
std::vector<std::string> unknown_keys(const Tree& json, const std::string& kind);

/// The JSON Schema (draft 7) of a kind: what share/schema/KIND-1.json holds.
OrderedJson schema_of(const std::string& kind);

/// The same as the text of the file.
std::string schema_text(const std::string& kind);

/// The table of the members of a kind, or of those that all "plans" have, in roff, as the manual page shows it.
std::string manual_of(const std::string& kind);

/// A text whose lines between `.\" fields of KIND` and `.\" end` are those of manual_of(KIND).
std::string with_tables(const std::string& page);

}  // namespace uneven::document
