#pragma once

#include <nlohmann/json.hpp>

namespace uneven::document {

/// Keys keep their order, so that the same document is the same bytes.
using Json = nlohmann::ordered_json;

}  // namespace uneven::document
