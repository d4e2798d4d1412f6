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
  std::string hostfile;           ///< host file for mpirun; empty: none
  std::string progress = "auto";  ///< auto | bar | lines | none
  bool quiet = false;             ///< no notes, and no progress unless `progress` names a style
  WatchLimits limits;
  bool programs = false;    ///< the ranks run programs, whose output the runner sends in frames (see OutputFrames)
  bool own_errors = false;  ///< the command is a part of the tool, whose name its errors bear
};

struct LaunchResult {
  std::string output;    ///< standard output of the runner
  bool stopped = false;  ///< SIGTERM or SIGUSR1 asked for an early end; the report tells whether the run ended early
};

/// Runs mpi-runner on `ranks` ranks and waits for it.
///
/// Messages for the user go to `words` at once: the runner's errors and notes, progress, and the output of a user's
/// program. The launcher's own messages are shown only if it failed and the runner did not give the reason.
///
/// The output of programs that the ranks run goes to this process's standard output and error as it comes. If nobody
/// reads standard output any more, the launcher is ended and this process dies by SIGPIPE.
///
/// Signals to this process meanwhile: TERM and USR1 ask the ranks to finish their iteration and report; they end the
/// launcher if not all ranks have met yet. A second TERM ends the launcher; it counts only after a second, because
/// `timeout` sends two at once. INT and HUP end the launcher, too. After these, this process dies by the same signal.
/// TSTP pauses the ranks and this process, CONT continues both. If this process is killed, the launcher gets SIGTERM.
///
/// To end a launcher: SIGTERM or SIGINT to its process group; after some seconds, SIGKILL to all its descendants.
///
/// @param tool       name at the start of notes and progress.
/// @param arguments  arguments of mpi-runner, such as {"-"}.
/// @param input      standard input of mpi-runner, which need not read it to the end.
/// @throws UsageError   if the options are wrong.
/// @throws OpenError    if the host file cannot be read.
/// @throws SystemError  if the launcher cannot be started, or failed and the runner did not say why, or ended well
///                      but wrote nothing, or was given up (see Watchdog); or as require_startable().
/// @throws IoError      if the output of the programs cannot be written.
/// @throws ExitError    with the runner's exit code and no message if the runner said what is wrong; with 75 if it
///                      was stopped before it could report.
/// Cost: memory for input and output.
LaunchResult launch(const std::string& tool, const LaunchOptions& options, int ranks,
                    const std::vector<std::string>& arguments, std::string_view input, std::ostream& words);

/// Checks before a start that local ranks have enough memory, and mpirun enough room for its files.
/// @throws UsageError, SystemError
void require_startable(const LaunchOptions& options, int ranks);

/// launch() for any complete command line.
LaunchResult launch_command_line(const std::string& tool, const LaunchOptions& options,
                                 const std::vector<std::string>& command, std::string_view input, std::ostream& words);

}  // namespace uneven::launch
