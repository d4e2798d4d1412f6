// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/tool.hpp"
#include "document/job.hpp"
#include "launch/options.hpp"

namespace uneven::launch {

/// What mpi-runner printed.
struct JobOutput {
  std::string text;
  document::OrderedJson json;  ///< the same

  /// @throws ExitError with code 75 if a signal ended the run early. @param complete  what is whole all the same.
  void require_no_signal(const std::string& complete) const;
};

/// Runs a job on as many ranks as it needs.
/// @param arguments  for mpi-runner besides the job, such as {"--program", FILE}.
/// @throws as launch().
JobOutput output_of_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                        std::vector<std::string> arguments = {});

/// Runs a job on as many ranks as it needs and writes what comes back, a report or other document, as the tool's
/// output; with --emit writes the job instead and starts nothing.
///
/// @param arguments  as output_of_job().
/// @return  what came back; null with --emit.
/// @throws ExitError with code 75 after writing a report of a run that a signal ended early; and as launch().
document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments = {});

/// Files of the job ("x.npy,y.npy") as their reader will see them: relative to the folder that --emit -o writes to,
/// but for absolute ones; and as text of JSON, which the runner turns into names again (base/file_name.hpp).
std::string job_files(const Tool& tool, const RunOptions& options, const std::string& files);

}  // namespace uneven::launch
