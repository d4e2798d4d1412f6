// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string>

namespace uneven::fuzz {

/// The JSON text `text` with one to four changes that keep it JSON: numbers of every size, members dropped, elements
/// doubled, subtrees swapped or taken from `other`, words of every kind. Text that is no JSON comes back as it is.
std::string with_json_changes(const std::string& text, const std::string& other, std::mt19937_64& random);

}  // namespace uneven::fuzz
