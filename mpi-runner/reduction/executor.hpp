#pragma once

#include <string>

#include "context.hpp"

namespace uneven::reduction {

/// Carries out a reduction-tree: run-reduction's job, or a bare plan (the sum of made-up numbers).
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::reduction
