// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uneven::document {

/// Appends a JSON string. Text from a command line may be no UTF-8; what is none is replaced.
void append_text(std::string& out, std::string_view text);

/// Appends a number in the fewest digits that read back the same; one that is not finite as the word that stands for
/// it.
void append_number(std::string& out, double value);
void append_number(std::string& out, std::int64_t value);

}  // namespace uneven::document
