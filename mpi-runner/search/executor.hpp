#pragma once

#include <string>

#include "context.hpp"

namespace uneven::search {

/// Answers queries by example as a plan says ("run": "search"); the report's result holds the answers as lines.
/// Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::search
