#pragma once

#include <string>
#include <vector>

#include "document/job.hpp"

namespace uneven::check {

/// What the run of a job would refuse, as far as the job tells without its data: a program that is not known, more
/// clusters than it takes or than there are points, a slowdown of a processor that the plan does not have. One line
/// each, with a JSON pointer.
///
/// @param own_program  the program comes from the command line, so that its name may be any.
/// Precondition: the job has no faults of its own (document::faults()).
document::Faults refusals(const document::Job& job, bool own_program);

}  // namespace uneven::check
