// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "shares/parts.hpp"

namespace uneven::shares {

/// A header, then a line for each part, fields separated by tabs: rank, host, first, count, share, seconds, memory in
/// bytes, and of blocks rows and columns as "first count". "-" stands for what the plan does not know.
std::string tsv(const std::vector<Part>& parts);

/// A file of hosts for mpirun of Open MPI: "node1 slots=2". Each host once, in the order of its first part, with a slot
/// for each part.
/// @throws InputError  if the host of a part is not known; this and the next two.
std::string hostfile(const std::vector<Part>& parts);

/// The same for mpiexec of MPICH: "node1:2".
std::string machinefile(const std::vector<Part>& parts);

/// A file of ranks for mpirun of Open MPI: "rank 0=node1 slot=0". The parts of a host take its cores from 0, one for
/// each thread.
std::string rankfile(const std::vector<Part>& parts);

/// A file for srun --multi-prog: "0 env UNEVEN_RANK=0 UNEVEN_COUNT=25 ...", to whose lines the command is appended.
/// @throws InputError  if a host's name has characters that the file cannot quote.
std::string multi_prog(const std::vector<Part>& parts);

/// The environment of part `rank` as lines for a shell.
/// @throws UsageError  if the plan has no such part.
/// @throws InputError  if its host is a name that no variable can hold.
std::string shell_environment(const std::vector<Part>& parts, std::int64_t rank);

}  // namespace uneven::shares
