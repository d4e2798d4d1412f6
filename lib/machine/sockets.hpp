// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

namespace uneven::machine {

/// The stream sockets of this process that carry MPI's messages to and from other hosts. MPI does not name them, so
/// they are searched among the open files, at the first wait and later. Sockets with the congestion control BBR are
/// switched away from it, because sums are slow with it.
class Sockets {
 public:
  Sockets();
  Sockets(const Sockets&) = delete;
  ~Sockets();

  /// Sleeps in the kernel until data arrives, a full socket has room again, or `longest` has passed, at most 0.1 s.
  /// Returns at once if data arrived, or room appeared, since the last call.
  /// @return  false if the time has passed.
  ///
  /// First acknowledges what has arrived: a sender may hold back the short rest of a message until then, and the kernel
  /// may delay its acknowledgement by 40 ms. Cost: three system calls and one for each socket. A search for new sockets
  /// takes three more for each open file; it runs after a file was opened, and every 0.1 s without data.
  bool wait(std::chrono::nanoseconds longest);

 private:
  void look();
  void acknowledge() const;
  int lowest_free() const;

  int epoll_;
  std::vector<int> files_;
  int next_file_ = -1;  ///< lowest_free() at the last search
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace uneven::machine
