// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

namespace uneven::machine {

/// The stream sockets of this process, through which MPI's messages come from other hosts. They are found among the
/// open files, since MPI does not name them, at the first wait and later, and kept from the congestion control BBR,
/// with which sums take long.
class Sockets {
 public:
  Sockets();
  Sockets(const Sockets&) = delete;
  ~Sockets();

  /// Sleeps in the kernel until something arrives, a full socket has room again, or `longest`, a tenth of a second at
  /// most, has passed; returns at once if something has since the last call.
  /// @return  false if the time has passed.
  ///
  /// First tells senders what has arrived: a sender may keep the short rest of a message back until then, and the
  /// kernel would take up to 40 ms. Cost: three system calls and one for each socket; where files were opened, and
  /// every tenth of a second if none comes, three more for each open file.
  bool wait(std::chrono::nanoseconds longest);

 private:
  void look();
  void acknowledge() const;
  int lowest_free() const;

  int epoll_;
  std::vector<int> files_;
  int next_file_ = -1;  ///< lowest_free() at the last look
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace uneven::machine
