// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/describe/object.hpp"
#include "document/describe/tree.hpp"
#include "document/document.hpp"

namespace uneven::document {

/// A kind of document.
struct Kind {
  std::string name;
  std::string title;                   ///< what it is, and what makes it
  const Object& (*description)();      ///< of its members but kind and version; made when it is asked for
  Faults (*faults)(const Tree& json);  ///< what the description cannot say, of a document that is sound by it
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

}  // namespace uneven::document
