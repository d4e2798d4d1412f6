#pragma once

#include <nlohmann/json.hpp>

namespace uneven::document {

/// What is read.
using Json = nlohmann::json;

/// What is written: keys keep their order, so that the same document is the same bytes.
using OrderedJson = nlohmann::ordered_json;

}  // namespace uneven::document
