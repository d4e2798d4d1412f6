// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/command_line.hpp"
#include "launch/launch.hpp"

namespace uneven::launch {

/// Options of every tool that starts an MPI program.
struct RunOptions {
  LaunchOptions launch;
  std::string match = "host";         ///< host | cpu | any, see match_of
  std::optional<double> max_seconds;  ///< > 0
  bool emit = false;                  ///< print the job and start nothing
  bool force = false;                 ///< outputs may replace files of another kind
};

/// Adds --launcher (default: the environment's UNEVEN_LAUNCHER), --hostfile, --progress, --match, --max-seconds,
/// --start-seconds, --silent-seconds and --emit to `app`, which must not outlive `options`.
inline void add_launch_options(CommandLine& app, RunOptions& options) {
  const std::string group = "Launching";
  app.add_option("--launcher", options.launch.launcher,
                 "Words before mpi-runner, {n} being the number of ranks, or srun; default: mpirun -n {n}")
      .environment("UNEVEN_LAUNCHER")
      .group(group);
  app.add_option("--hostfile", options.launch.hostfile, "File of hosts for mpirun").group(group);
  app.add_option("--progress", options.launch.progress,
                 "auto, bar, lines or none; auto is a bar on a terminal, else a line a minute")
      .one_of({"auto", "bar", "lines", "none"})
      .group(group);
  app.add_option("--match", options.match,
                 "What a rank must share with the processor of the plan whose part it does: host, cpu or any; "
                 "default: host")
      .one_of({"host", "cpu", "any"})
      .group(group);
  app.add_option("--max-seconds", options.max_seconds, "Stop after so long, and report")
      .check(positive_number())
      .group(group);
  app.add_option("--start-seconds", options.launch.limits.start_s,
                 "Give up if the ranks have not started by then; 0: never; default: 60")
      .check(number_from(0))
      .group(group);
  app.add_option("--silent-seconds", options.launch.limits.silent_s,
                 "Give up if a rank has given no sign of life for so long; 0: never; default: 30")
      .check(number_from(0))
      .group(group);
  app.add_flag("--emit", options.emit, "Print the job for mpi-runner and start nothing").group(group);
}

/// Adds --force to a tool whose outputs begin with fixed bytes. It goes to mpi-runner's command line, never into a job.
inline void add_force_option(CommandLine& app, RunOptions& options) {
  app.add_flag("--force", options.force, "Let outputs replace files that are something else");
}

}  // namespace uneven::launch
