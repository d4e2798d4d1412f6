// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace uneven::launch {

/// Checks a host file, so that an error is one line in place of mpirun's pages.
///
/// Each line holds a host, then options such as `slots=N`, and a comment after `#`. A pipe is not checked, because it
/// can be read only once, by mpirun.
///
/// @param ranks  number of ranks to start; if every host gives its slots, there must be at least this many.
/// @throws OpenError
/// @throws InputError  naming the line.
void require_hosts(const std::string& path, int ranks);

/// Splits text into words as a shell does: blanks separate, '...' is literal, "..." and \ keep blanks. Nothing is
/// expanded.
/// @param what  names the text in the error.
/// @throws UsageError  if a quote or a last backslash has no partner.
std::vector<std::string> split_words(const std::string& text, const std::string& what = "--launcher");

/// The words that start an MPI program, and a note for the user.
struct LaunchCommand {
  std::vector<std::string> words;  ///< all words before the program itself
  std::string note;                ///< may be empty
  bool mpirun = false;             ///< whether Open MPI's own launcher runs here
  bool local = false;              ///< whether it also starts all ranks on this machine
};

/// Properties of this machine that decide the default launcher.
struct LaunchPlace {
  int cores = 1;               ///< cores of this machine
  bool root = false;           ///< whether the user is root, which mpirun refuses unless told
  bool in_allocation = false;  ///< whether a batch system places the ranks, so that this machine's cores do not count
};

/// The LaunchPlace of this process.
LaunchPlace launch_place();

/// The launch command for a number of ranks.
/// @param launcher  empty: mpirun, with --oversubscribe if there are more local ranks than cores. "srun": srun with the
///                  options that it needs in a pipe. Else words in shell quoting, where {n} is the number of ranks.
/// @param hostfile  for mpirun; empty: none.
/// @throws UsageError  if the launcher has no words, or is not mpirun or mpiexec and there is a `hostfile`.
LaunchCommand launch_command(const std::string& launcher, const std::string& hostfile, int ranks,
                             const LaunchPlace& place);

/// The absolute path of mpi-runner, which is installed beside the tools.
/// @throws SystemError  if it is not there.
std::string runner_path();

/// The absolute path of mpi-runner-simulated, likewise.
/// @throws SystemError  if it is not there, naming the package without which it is not built.
std::string simulated_runner_path();

}  // namespace uneven::launch
