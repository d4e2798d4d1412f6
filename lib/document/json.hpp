// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

namespace uneven::document {

/// What is read.
using Json = nlohmann::json;

/// What is written: keys keep their order, so that the same document is the same bytes.
using OrderedJson = nlohmann::ordered_json;

}  // namespace uneven::document

// Compiled once, in json.cpp: they would take a third of the time of whatever includes them.
extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
