#pragma once

#include <optional>
#include <string>
#include <vector>

#include "context.hpp"

namespace uneven::runner {

/// A file that a job names, or a list such as "x.npy,y.npy".
struct JobFile {
  const char* place;  ///< in the job, such as "/options/checkpoint"
  std::optional<std::string>* path;
  bool list = false;
};

/// Turns the paths of a job, which are relative to its folder, into paths seen from here. Collective.
///
/// Ends the job if it would write over what it reads or over itself, write two outputs to one file, or, unless the
/// command line allows it, write to anywhere but at or below its own folder or the working folder, links followed.
void resolve_paths(const Context& context, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs);

}  // namespace uneven::runner
