// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "context.hpp"
#include "document/job.hpp"

namespace uneven::bp {

/// Applies a trained model to the samples of a file, each processor to its share, and writes a label or outputs for
/// each. Collective. @return  the report at one process, nothing at the others.
std::string predict(const document::Job& job, const runner::Context& context);

}  // namespace uneven::bp
