// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/describe/tree.hpp"
#include "document/faults.hpp"

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

}  // namespace uneven::document
