#pragma once

#include <string>

#include "context.hpp"

namespace uneven::runner {

/// The executor that a job names in "run", one of those that its schema lists.
const Executor& executor_named(const std::string& run);

/// The name of the executor for a plan of this kind. @throws InputError if plans of the kind are not run.
std::string executor_of_plan(const std::string& kind);

}  // namespace uneven::runner
