#pragma once

#include <string>

namespace uneven::cluster {

/// Refuses a file of hosts of which mpirun would say pages: one host a line, with `slots=N` and the like behind it, and
/// comments after `#`. Pipes, which can be read only once, are left to mpirun.
///
/// @param ranks  to be started; as many slots are needed, if every host says how many it has.
/// @throws OpenError
/// @throws InputError  naming the line.
void require_hosts(const std::string& path, int ranks);

}  // namespace uneven::cluster
