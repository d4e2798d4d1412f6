#pragma once

#include <string>
#include <vector>

#include "document/describe/object.hpp"

namespace uneven::document {

/// A kind of document.
struct Kind {
  std::string name;
  std::string title;                   ///< what it is, and what makes it
  const Object* description;           ///< of its members but kind and version
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

}  // namespace uneven::document
