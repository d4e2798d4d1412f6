// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/tool.hpp"
#include "document/job.hpp"
#include "launch/options.hpp"

namespace uneven::launch {

/// Output of mpi-runner: one document.
struct JobOutput {
  std::string text;
  document::OrderedJson json;  ///< `text`, parsed

  /// @throws ExitError with code 75 if a signal ended the run early. @param complete  result that is still complete.
  void require_no_signal(const std::string& complete) const;
};

/// Runs a job on as many ranks as it needs.
/// @param arguments  for mpi-runner besides the job, such as {"--program", FILE}.
/// @throws as launch().
JobOutput output_of_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                        std::vector<std::string> arguments = {});

/// With --emit: says how to start a job whose command stands on the command line of mpi-runner.
void note_command(const Tool& tool, const std::vector<std::string>& arguments);

/// Runs a job on as many ranks as it needs and writes the resulting document, such as a report, as the tool's output.
/// With --emit, writes the job instead and starts nothing.
///
/// @param arguments  see output_of_job().
/// @return  the resulting document; null with --emit.
/// @throws ExitError with code 75, after writing the report, if a signal ended the run early; and as launch().
document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments = {});

/// Runs a command that takes a job on standard input and answers with a document, such as a simulation, and writes that
/// as the tool's output.
/// @throws as launch_command_line(); and ExitError with code 75, after writing it, if a signal ended the run early.
void run_job_by(const Tool& tool, const std::vector<std::string>& command, const document::Job& job);

/// Names of the job's files ("x.npy,y.npy") as they go into the job: relative names become relative to the folder of
/// --emit -o, absolute names stay. Encoded as JSON text, which the runner decodes (base/file_name.hpp).
std::string job_files(const Tool& tool, const RunOptions& options, const std::string& files);

}  // namespace uneven::launch
