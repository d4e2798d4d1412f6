#pragma once

namespace uneven::cluster {

/// From now on processes whose parents have ended become children of this one if they descend from it, and are not
/// lost to kill_descendants().
void adopt_orphans();

/// Ends all descendants of this process that run, by SIGKILL: mpirun gives each rank a process group of its own, which
/// no signal to mpirun's group reaches. Cost: a look at each process of the machine, some times over.
void kill_descendants();

}  // namespace uneven::cluster
