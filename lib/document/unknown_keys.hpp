#pragma once

#include <string>
#include <vector>

#include "document/describe/tree.hpp"

namespace uneven::document {

/// One line for each key name that the description of `kind` does not know, with the nearest known name; those of
/// documents inside, such as the plan of a job, too. Beyond the first of them, how many more there are. `comment` and
/// names that start with `x-` belong to the user. Cost: linear in the document.
std::vector<std::string> unknown_keys(const Tree& json, const std::string& kind);

}  // namespace uneven::document
