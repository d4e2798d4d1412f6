#pragma once

#include <string>
#include <vector>

#include "document/bp_options.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// Checks a job's data against its plan and notes what the user should know. One process calls it, so that what is
/// wrong with both is said once.
/// @param digests  of the files of the data.
/// @return         what a run that resumes must have in common with the one that wrote the checkpoint.
/// @throws InputError, OpenError
document::Json check_data(const document::Partition& plan, const document::BpOptions& options,
                          const std::vector<std::string>& digests);

/// Whether the run will be able to leave its files. @param force  it may replace those that are something else.
/// @throws IoError, InputError if not.
void check_outputs(const document::BpOptions& options, bool force);

}  // namespace uneven::bp
