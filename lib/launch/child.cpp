// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "launch/launch.hpp"
#include "launch/process.hpp"

namespace uneven::launch {

namespace {

std::string_view name_of_variable(const std::string& variable) {
  return std::string_view(variable).substr(0, variable.find('='));
}

std::vector<std::string> environment_of(const ChildCommand& command) {
  std::vector<std::string> all = own_environment();
  std::erase_if(all, [&](const std::string& variable) {
    return std::ranges::any_of(command.without, [&](const auto& start) { return variable.starts_with(start); }) ||
           std::ranges::any_of(command.environment, [&](const auto& other) {
             return name_of_variable(other) == name_of_variable(variable);
           });
  });
  all.insert(all.end(), command.environment.begin(), command.environment.end());
  return all;
}

/// The signals that this process ignores or blocks have their usual effect on the program.
void restore_signals() {
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

constexpr std::size_t most_groups = 64;

/// The waiting process of a GroupKeeper. Only async-signal-safe calls.
/// @param socket  gets a group to keep, or the negative one to release.
[[noreturn]] void wait_at(int socket) {
  setpgid(0, 0);  // signals to the group of its parent are not for it
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  dup2(socket, 0);
  close_range(1, ~0u, 0);  // else a reader of our streams would wait for this process, too
  std::array<pid_t, most_groups> groups{};
  for (pid_t told = 0; read(0, &told, sizeof told) == sizeof told;)
    if (const auto place = std::ranges::find(groups, told > 0 ? 0 : -told); place != groups.end())
      *place = std::max(told, 0);
  for (const pid_t group : groups)
    if (group > 1) ::kill(-group, SIGKILL);
  _exit(0);
}

/// Kills process groups when this process dies, by whatever cause.
///
/// A small process waits at a socket whose other end is here only: it reads the end of the stream when this process has
/// died. The system's own signal at the death of a parent reaches the program alone, not what a shell started for it.
/// It starts with the first group and serves all later ones, because a fork of a process of MPI takes milliseconds.
class GroupKeeper {
 public:
  /// That of this process. @throws SystemError  if there is no process or socket.
  static GroupKeeper& own() {
    static std::unique_ptr<GroupKeeper> keeper;
    if (!keeper || keeper->owner_ != getpid()) keeper.reset(new GroupKeeper);  // not that of a process that forked
    return *keeper;
  }

  ~GroupKeeper() { close_descriptor(socket_); }
  GroupKeeper(const GroupKeeper&) = delete;
  GroupKeeper& operator=(const GroupKeeper&) = delete;

  /// From now on this group is killed with this process; at most 64 are.
  void keep(pid_t group) { tell(group); }

  /// From now on it is left as it is.
  void release(pid_t group) { tell(-group); }

 private:
  GroupKeeper() : owner_(getpid()) {
    int ends[2];  // a socket, since writing to it raises no SIGPIPE
    const bool made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    const pid_t pid = made ? fork() : -1;
    if (pid == 0) wait_at(ends[1]);
    const int error = errno;
    if (made) close(ends[1]);
    if (made) socket_ = ends[0];
    if (pid > 0) return;
    close_descriptor(socket_);
    throw SystemError(std::string("no process to watch a program: ") + std::strerror(error));
  }

  void tell(pid_t group) const { [[maybe_unused]] const auto told = send(socket_, &group, sizeof group, MSG_NOSIGNAL); }

  pid_t owner_;
  int socket_ = -1;
};

}  // namespace

Child::Child(const ChildCommand& command) {
  GroupKeeper& keeper = GroupKeeper::own();  // before the clock starts
  start_ = std::chrono::steady_clock::now();
  int nothing = command.input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  if (command.input < 0 && nothing < 0)
    throw SystemError(std::string("/dev/null: cannot open: ") + std::strerror(errno));
  const Start start{.words = command.words,
                    .environment = environment_of(command),
                    .folder = command.folder,
                    .input = command.input < 0 ? nothing : command.input,
                    .output = command.output < 0 ? STDOUT_FILENO : command.output,
                    .errors = command.errors < 0 ? STDERR_FILENO : command.errors,
                    .death_signal = SIGKILL,
                    // Before the program can do anything: this process may die at once. The new one has its memory.
                    .before_exec = [&] {
                      restore_signals();
                      keeper.keep(pid_ = getpid());
                    }};
  try {
    start_program(start);
  } catch (...) {
    if (pid_ > 0) keeper.release(pid_);
    close_descriptor(nothing);
    throw;
  }
  close_descriptor(nothing);
  descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));  // closed by exec
}

Child::~Child() {
  kill();
  if (!end_) waitpid(pid_, nullptr, 0);
  if (!end_) GroupKeeper::own().release(pid_);
  close_descriptor(descriptor_);
}

void Child::kill(int signal) {
  if (!end_) ::kill(-pid_, signal);
}

void Child::kill() { kill(SIGKILL); }

void Child::reap(int options) {
  if (end_) return;
  int status = 0;
  rusage usage{};
  pid_t got = 0;
  do got = wait4(pid_, &status, options, &usage);
  while (got < 0 && errno == EINTR);
  if (got == 0) return;
  if (got < 0) throw SystemError(std::string("cannot wait for a program: ") + std::strerror(errno));
  GroupKeeper::own().release(pid_);
  end_ = ChildEnd{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                  .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(),
                  .cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                  .peak_bytes = std::int64_t{usage.ru_maxrss} * 1024};
}

const std::optional<ChildEnd>& Child::ended() {
  reap(WNOHANG);
  return end_;
}

const ChildEnd& Child::wait() {
  reap(0);
  return *end_;
}

namespace {

constexpr std::size_t bytes_of_last_words = 2000, bytes_shown = 240, lines_shown = 3;

}  // namespace

void LastWords::take(std::string_view bytes) {
  bytes_ += bytes.substr(bytes.size() - std::min(bytes.size(), bytes_of_last_words));
  if (bytes_.size() > 2 * bytes_of_last_words) bytes_.erase(0, bytes_.size() - bytes_of_last_words);
}

std::string LastWords::text() const {
  std::vector<std::string> lines = split(bytes_, '\n');
  std::erase_if(lines, [](const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; });
  std::string text;
  for (std::size_t i = lines.size() - std::min(lines.size(), lines_shown); i < lines.size(); ++i)
    text += (text.empty() ? "" : " / ") + cleaned(lines[i].substr(0, lines[i].find_last_not_of(" \t\r") + 1));
  if (text.size() <= bytes_shown) return text;
  std::size_t cut = text.size() - bytes_shown;
  while ((text[cut] & 0xc0) == 0x80) ++cut;  // to the beginning of a character
  return "..." + text.substr(cut);
}

std::string last_words_of(const std::string& path) {
  std::ifstream file(path, std::ios::ate | std::ios::binary);
  if (!file) return "";
  const auto bytes = std::min<std::streamoff>(file.tellg(), bytes_of_last_words);
  file.seekg(-bytes, std::ios::end);
  std::string end(static_cast<std::size_t>(bytes), '\0');
  file.read(end.data(), bytes);
  LastWords words;
  words.take(end);
  return words.text();
}

}  // namespace uneven::launch
