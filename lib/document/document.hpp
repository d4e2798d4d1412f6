// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/describe/object.hpp"
#include "document/describe/tree.hpp"
#include "document/faults.hpp"

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

// What a document is, is said once: beside its struct, in the function describe() of its source, a field in a
// line: its key, its type with limits, whether it may be missing, its unit and its meaning (see describe/field.hpp).
// Whoever adds a member to the struct and a line to the description has it read, checked, written and known by name;
// `make schema` puts it into share/schema and the manual page. Only what depends on more than one field has code of its
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

}  // namespace uneven::document
