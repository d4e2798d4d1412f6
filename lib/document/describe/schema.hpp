// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/kinds.hpp"

namespace uneven::document {

/// The JSON Schema (draft 7) of a kind: what share/schema/KIND-1.json holds.
OrderedJson schema_of(const std::string& kind);

/// The same as the text of the file.
std::string schema_text(const std::string& kind);

/// The table of the members of a kind, or of those that all "plans" have, in roff, as the manual page shows it.
std::string manual_of(const std::string& kind);

/// A text whose lines between `.\" fields of KIND` and `.\" end` are those of manual_of(KIND).
std::string with_tables(const std::string& page);

}  // namespace uneven::document
