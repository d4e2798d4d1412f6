// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "launch/watchdog.hpp"

namespace uneven::launch {

struct LaunchOptions {
  std::string launcher;           ///< empty: mpirun; "srun"; or the words before mpi-runner, see launch_command
  std::string hostfile;           ///< handed to mpirun; empty: none
  std::string progress = "auto";  ///< auto | bar | lines | none
  bool quiet = false;             ///< no notes, and no progress unless it was asked for by name
  WatchLimits limits;
};

struct LaunchResult {
  std::string output;    ///< all that the runner wrote to standard output
  bool stopped = false;  ///< SIGTERM or SIGUSR1 asked for an early end; whether it came early, the report says
};

/// Runs mpi-runner on `ranks` ranks and waits for it.
///
/// Words go to `words` as they come: the runner's errors and notes, progress, what a user's program prints. The
/// launcher's own words are shown only if it failed and the runner did not say why.
///
/// Signals to this process meanwhile: TERM and USR1 ask the ranks to finish their iteration and report, or end a
/// launcher whose ranks have not all met yet; a second TERM (a second later or more: `timeout` sends two at once) ends
/// the launcher; INT and HUP end it too. After these this process dies by the same signal. TSTP pauses the ranks and
/// this process, CONT continues both. If this process is killed the launcher is told to end.
///
/// Ending a launcher: SIGTERM or SIGINT to its process group, after some seconds SIGKILL to all that descends from it.
///
/// @param tool       its name begins notes and progress.
/// @param arguments  mpi-runner's, such as {"-"}.
/// @param input      its standard input; not being read to the end is no error.
/// @throws UsageError   if the options are wrong.
/// @throws OpenError    if the host file cannot be read.
/// @throws SystemError  if the launcher cannot be started, or failed and the runner did not say why, or ended well
///                      but wrote nothing, or was given up (see Watchdog); or as require_startable().
/// @throws ExitError    with the runner's exit code and no message if the runner said what is wrong; with 75 if it
///                      was stopped before it could report.
/// Cost: memory for input and output.
LaunchResult launch(const std::string& tool, const LaunchOptions& options, int ranks,
                    const std::vector<std::string>& arguments, std::string_view input, std::ostream& words);

/// Looks at what can be known before anything is started: local ranks have room, mpirun has room for its files.
/// @throws UsageError, SystemError
void require_startable(const LaunchOptions& options, int ranks);

/// The same for any complete command line.
LaunchResult launch_command_line(const std::string& tool, const LaunchOptions& options,
                                 const std::vector<std::string>& command, std::string_view input, std::ostream& words);

}  // namespace uneven::launch
