// SPDX-License-Identifier: MIT
#include "launch/start.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/foreign_text.hpp"

namespace uneven::launch {

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) close(std::exchange(descriptor, -1));
}

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == 0) {
    read = fcntl(ends[0], F_DUPFD_CLOEXEC, 3);
    write = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    close(ends[0]);
    close(ends[1]);
  }
  if (read < 0 || write < 0) throw SystemError(std::string("no pipe for a program: ") + std::strerror(errno));
}

Pipe::~Pipe() {
  close_descriptor(read);
  close_descriptor(write);
}

std::vector<std::string> own_environment() {
  std::vector<std::string> all;
  for (char** variable = environ; *variable; ++variable) all.push_back(*variable);
  return all;
}

namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

struct Failure {
  bool of_folder = false;
  int error = 0;
};

/// What the new process does until it is another program, in the memory of this one, which waits. Only
/// async-signal-safe calls, for other threads of this process may hold locks.
[[noreturn]] void become(const Start& start, char* const* words, char* const* environment, pid_t parent, int failure) {
  setpgid(0, 0);
  if (start.death_signal) prctl(PR_SET_PDEATHSIG, start.death_signal);
  if (getppid() != parent) _exit(1);  // the parent died before the line above
  dup2(start.input, 0);
  dup2(start.output, 1);
  dup2(start.errors, 2);
  if (start.before_exec) start.before_exec();
  Failure failed{true, 0};
  if (start.folder.empty() || chdir(start.folder.c_str()) == 0) {
    execvpe(words[0], words, environment);
    failed.of_folder = false;
  }
  failed.error = errno;
  [[maybe_unused]] const auto sent = write(failure, &failed, sizeof failed);
  _exit(127);
}

std::string message_of(const Start& start, const Failure& failed) {
  if (failed.of_folder) return "folder '" + shown(start.folder) + "': " + std::strerror(failed.error);
  return shown(start.words[0]) + ": " + (failed.error == ENOENT ? "not found" : std::strerror(failed.error));
}

}  // namespace

pid_t start_program(const Start& start) {
  const auto words = pointers_to(start.words), environment = pointers_to(start.environment);
  Pipe failure;  // the new process writes to it if exec fails
  const pid_t parent = getpid();
  const pid_t pid = vfork();  // a copy of the page tables takes milliseconds in a process of MPI
  if (pid < 0) throw SystemError(std::string("no process for a program: ") + std::strerror(errno));
  if (pid == 0) become(start, words.data(), environment.data(), parent, failure.write);
  setpgid(pid, pid);  // in both processes, so that the group exists for whichever comes first
  close_descriptor(failure.write);
  Failure failed;
  ssize_t got = 0;
  do got = read(failure.read, &failed, sizeof failed);
  while (got < 0 && errno == EINTR);
  if (got != sizeof failed) return pid;
  waitpid(pid, nullptr, 0);
  throw StartError(message_of(start, failed), failed.error);
}

}  // namespace uneven::launch
