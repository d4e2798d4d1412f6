// SPDX-License-Identifier: MIT
#include "launch/group_keeper.hpp"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.hpp"
#include "launch/start.hpp"

namespace uneven::launch {

namespace {

/// The waiting process. Only async-signal-safe calls.
[[noreturn]] void wait_at(int socket) {
  setpgid(0, 0);  // signals to the group of its parent are not for it
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  dup2(socket, 0);
  close_range(1, ~0u, 0);  // whoever waits for the end of our streams is not to wait for this process
  pid_t group = 0;
  for (pid_t told = 0; read(0, &told, sizeof told) == sizeof told; group = told)
    if (told < 0) _exit(0);
  if (group > 1) kill(-group, SIGKILL);
  _exit(0);
}

}  // namespace

GroupKeeper::GroupKeeper() {
  int ends[2];  // a socket, since writing to it raises no SIGPIPE
  const bool made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  pid_ = made ? fork() : -1;
  if (pid_ == 0) wait_at(ends[1]);
  const int error = errno;
  if (made) close(ends[1]);
  if (made) socket_ = ends[0];
  if (pid_ > 0) return;
  close_descriptor(socket_);
  throw SystemError(std::string("no process to watch a program: ") + std::strerror(error));
}

GroupKeeper::~GroupKeeper() {
  keep(-1);  // processes that were forked meanwhile may hold the other end, too
  close_descriptor(socket_);
  waitpid(pid_, nullptr, 0);
}

void GroupKeeper::keep(pid_t group) {
  [[maybe_unused]] const auto told = send(socket_, &group, sizeof group, MSG_NOSIGNAL);
}

}  // namespace uneven::launch
