#pragma once

#include <map>
#include <string>
#include <vector>

#include "document/json.hpp"

namespace uneven::document {

/// The schemas of share/schema, compiled in: "partition-1" -> its text.
const std::map<std::string, const char*>& schema_texts();

/// The schema of version 1 of a known kind. @throws std::out_of_range
const Json& schema_of(const std::string& kind);

/// All kinds that have a schema, sorted.
const std::vector<std::string>& known_kinds();

/// The part of a schema that describes a member of what `schema` describes; null if it says nothing of it.
/// Follows "$ref": "#/definitions/...". `key` is a property's name, or empty for the elements of an array.
const Json* member_schema(const Json& root, const Json& schema, const std::string& key);

}  // namespace uneven::document
