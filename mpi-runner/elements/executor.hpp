#pragma once

#include <string>

#include "context.hpp"

namespace uneven::elements {

/// Runs a data-parallel program ("run": "bsp"). Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::elements
