// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "shares/parts.hpp"

namespace uneven::shares {

/// The place of a process among those of its launcher, as the launcher tells it.
struct Rank {
  std::int64_t rank = 0;
  std::optional<std::int64_t> ranks{};  ///< processes of the job; absent where the launcher does not tell
  std::optional<std::int64_t> local{};  ///< its number among the processes of its host, from 0
  std::string source{};                 ///< variable that tells the rank, for messages
};

/// Value of an environment variable, or null; getenv() or that of a test.
using Environment = std::function<const char*(const char* name)>;

/// The rank of this process, from the variables of its launcher.
///
/// Launchers run inside each other, and a process inherits the variables of all of them. The innermost launcher started
/// this process, so its variables win:
///
///     1. RANK, WORLD_SIZE and LOCAL_RANK together: torchrun, whose workers srun or mpirun starts node by node
///     2. OMPI_COMM_WORLD_RANK: mpirun of Open MPI, which a batch job of Slurm may surround
///     3. PMI_RANK: mpiexec of MPICH and Intel MPI, likewise
///     4. PMIX_RANK: prun and other launchers with PMIx; not where PMIX_NAMESPACE says that Slurm serves it
///     5. SLURM_PROCID: srun; not in the process of the batch script itself, which has a SLURM_JOB_ID but no
///        SLURM_STEP_ID
///     6. RANK alone: a script of the user's
///
/// An empty variable counts as none.
///
/// @return  none if no launcher is found.
/// @throws UsageError  if a variable that is used is no integer from 0 to 2^31 - 1.
std::optional<Rank> rank_of(const Environment& environment);

/// The part of the plan that this process does. It knows its own host, processor model and rank r, and mostly its
/// number l among the processes of its host; the other ranks' hosts it does not know.
///
///     any   part r.
///     host  The l-th part that the plan has for this host: mpi-runner gives the parts of a host to its ranks in the
///           same order. If the plan has no such part, or l is unknown: part r, provided that the plan names no host
///           for it or, without l, this one.
///     cpu   Part r, provided that its processor model is this one or the plan names none.
///
/// So a job never does a part twice: processes of one host differ in l, parts of different hosts differ, and a part r
/// of no host goes to rank r alone.
///
/// The launcher's number of ranks, where it tells, must be that of the parts; so every part is done.
///
/// @return  index in `parts`.
/// @throws InputError  if the numbers differ, or if no part is left for this process.
std::size_t own_part(const std::vector<Part>& parts, const Rank& rank, const launch::RankPlace& here,
                     launch::Match match);

/// Host and processor model of this process, as mpi-runner finds them; the model for Match::cpu only, because some
/// systems measure all clocks before they tell it.
launch::RankPlace this_place(launch::Match match);

}  // namespace uneven::shares
