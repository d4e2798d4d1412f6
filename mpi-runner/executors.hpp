// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "context.hpp"
#include "document/job.hpp"

namespace uneven::runner {

/// The executor that a job names in "run", one of those that its schema lists.
const Executor& executor_named(const std::string& run);

/// The name of the executor for a plan of this kind. @throws InputError if plans of the kind are not run.
std::string executor_of_plan(const std::string& kind);

}  // namespace uneven::runner

namespace uneven::bp {

/// Trains a perceptron as a partition says ("run": "bp"). Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::bp

namespace uneven::command {

/// Runs a command of the user's on the units of an hbsp-elements plan, or the blocks of array-shares ("run":
/// "command"). Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::command

namespace uneven::elements {

/// Runs a data-parallel program ("run": "bsp"). Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::elements

namespace uneven::matmul {

/// Runs a job "matmul": multiplies as an hbsp-matmul plan says. @return the report at one process.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::matmul

namespace uneven::measure {

/// Measures the speeds of processors and network ("run": "measure"). Collective.
/// @return  a speeds document.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::measure

namespace uneven::reduction {

/// Carries out a reduction-tree: run-reduction's job, or a bare plan (the sum of made-up numbers).
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::reduction

namespace uneven::search {

/// Answers queries by example as a plan says ("run": "search"); the report's result holds the answers as lines.
/// Collective.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::search
