#pragma once

#include <string>

#include "context.hpp"

namespace uneven::measure {

/// Measures the speeds of processors and network ("run": "measure"). Collective.
/// @return  a speeds document.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::measure
