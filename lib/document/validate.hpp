#pragma once

#include <string>
#include <vector>

#include "document/json.hpp"

namespace uneven::document {

/// Faults of `json` against the schema of its kind, one line each: "/speed/1: found 0; expected a number > 0".
/// Empty if valid. Linear in the size of the document.
std::vector<std::string> schema_faults(const Json& json, const std::string& kind);

}  // namespace uneven::document
