// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

namespace uneven::launch {

/// Kills a process group when this process dies, by whatever cause.
///
/// A small process waits at a socket whose other end is here only: it reads the end of the stream when this process has
/// died. The system's own signal at the death of a parent reaches the program alone, not what a shell
/// started for it.
class GroupKeeper {
 public:
  /// Starts the waiting process. @throws SystemError
  GroupKeeper();

  /// Ends it; the group is left as it is.
  ~GroupKeeper();
  GroupKeeper(const GroupKeeper&) = delete;
  GroupKeeper& operator=(const GroupKeeper&) = delete;

  /// From now on this group is killed with this process; 0: none.
  void keep(pid_t group);

 private:
  pid_t pid_ = -1;
  int socket_ = -1;
};

}  // namespace uneven::launch
