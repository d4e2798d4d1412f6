#pragma once

#include <string>

#include "context.hpp"

namespace uneven::bp {

/// Trains a perceptron as a partition says ("run": "bp"). Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::bp
