// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "launch/launch.hpp"

namespace uneven::launch {

class LauncherWords;
struct LaunchPlace;
class Watchdog;

/// A rank or a host that a run has lost, as the launcher's words and the ranks' signs of life tell.
struct Loss {
  std::string why;                ///< for the user, such as "rank 3 on node2 ended by signal 9 (Killed)"; empty: none
  std::vector<std::string> host;  ///< where: names that the launcher and the host itself have for it; empty: not known
  bool whole_host = false;        ///< the host does not answer; else only the rank is gone
  std::map<int, std::string> hosts;  ///< of the ranks that gave signs of life
  std::int64_t printed = 0;          ///< bytes of programs' standard output that were passed on
};

/// The loss by which a launcher failed; none where the ranks refused the job or ended by themselves.
/// @param status  of the launcher, as of waitpid.
Loss loss_of(const std::string& launcher, int status, const LauncherWords& said, const Watchdog& watchdog);

/// The loss for which the watchdog gives a launcher up.
Loss loss_of(const Watchdog& watchdog);

/// The processors of a plan whose parts a host computed.
///
/// With match host these are those that the plan has on it, if there are any. Else the ranks on it tell.
/// @param host   its names. @param hosts  of the ranks, one for each processor; empty where that is not known.
/// @return       ascending; empty if it cannot be known.
std::vector<std::size_t> processors_on(const std::vector<std::string>& host,
                                       const std::vector<document::Processor>& planned, Match match,
                                       const std::vector<std::string>& hosts);

/// Whether a launcher starts several groups of hosts: srun in a heterogeneous job, or words that name groups. Each
/// group has its own number of tasks, so no host of them can be left out.
/// @param launcher  as in LaunchOptions. @param place  where it runs.
bool starts_groups(const std::string& launcher, const LaunchPlace& place);

/// The words of srun without a host; nothing if the launcher is another one, or starts groups.
std::optional<std::string> srun_without(const std::string& launcher, const LaunchPlace& place, const std::string& host);

/// Runs a job as launch() does, and starts it again, at most options.restart.most times, when it loses a rank or a
/// host.
///
/// It goes on from its checkpoint, if that was written; else from the beginning. A host that does not answer, or on
/// which ranks died twice, is left out if the job can be made anew for the other processors (RestartOptions::without)
/// and the launcher can be told. Otherwise the same job starts again: the host may be back.
///
/// Not started again: a job that a signal ended, that the ranks refused, or whose --max-seconds have passed.
///
/// @param arguments  for mpi-runner, with the job's own name.
/// @return  with the restarts in the document's member "restarts", where there were any.
/// @throws as launch().
JobOutput run_with_restarts(const Tool& tool, const RunOptions& options, const LaunchOptions& launch_options,
                            const document::Job& job, std::size_t ranks, const std::vector<std::string>& arguments);

}  // namespace uneven::launch
