// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace uneven::shares {

/// What a launcher tells a process of its place among the processes that it started.
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

}  // namespace uneven::shares
