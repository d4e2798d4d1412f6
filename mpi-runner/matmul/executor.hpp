#pragma once

#include <string>

#include "context.hpp"
#include "document/job.hpp"

namespace uneven::matmul {

/// Runs a job "matmul": multiplies as an hbsp-matmul plan says. @return the report at one process.
std::string execute(const document::Job& job, const runner::Context& context);

}  // namespace uneven::matmul
