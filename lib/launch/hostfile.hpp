#pragma once

#include <string>

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

}  // namespace uneven::launch
