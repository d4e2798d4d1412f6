// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace uneven::launch {

/// Refuses a wrong file of hosts in one line, where mpirun would print pages.
///
/// Each line holds a host, options such as `slots=N` behind it, and a comment after `#`. Pipes can be read only once,
/// so mpirun alone reads them.
///
/// @param ranks  to be started; as many slots are needed, if every host says how many it has.
/// @throws OpenError
/// @throws InputError  naming the line.
void require_hosts(const std::string& path, int ranks);

/// Splits text into words as a shell does: blanks separate, '...' is literal, "..." and \ keep blanks. Nothing is
/// expanded.
/// @throws UsageError  if a quote or a last backslash has no partner.
std::vector<std::string> split_words(const std::string& text);

/// The words that start an MPI program, and what to say about them.
struct LaunchCommand {
  std::vector<std::string> words;  ///< up to, without, the program itself
  std::string note;                ///< may be empty
  bool mpirun = false;             ///< it is Open MPI's own launcher that runs here
  bool local = false;              ///< and it starts all ranks on this machine
};

/// What the choice of the default launcher depends on.
struct LaunchPlace {
  int cores = 1;               ///< of this machine
  bool root = false;           ///< mpirun refuses root unless told
  bool in_allocation = false;  ///< a batch system says where ranks go, and they are not this machine's matter
};

/// The place where this process runs.
LaunchPlace launch_place();

/// @param launcher  empty: mpirun, with --oversubscribe if the ranks are local and more than the cores; "srun": with
///                  the options it needs in a pipe; else words in shell quoting, where {n} becomes the number of ranks.
/// @param hostfile  for mpirun; empty: none.
/// @throws UsageError  if the launcher has no words, or is not mpirun or mpiexec and there is a `hostfile`.
LaunchCommand launch_command(const std::string& launcher, const std::string& hostfile, int ranks,
                             const LaunchPlace& place);

/// The absolute path of mpi-runner, which is installed beside the tools.
/// @throws SystemError  if it is not there.
std::string runner_path();

}  // namespace uneven::launch
