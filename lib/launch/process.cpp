// SPDX-License-Identifier: MIT
#include "launch/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "launch/launch.hpp"

namespace uneven::launch {

namespace {

std::atomic<int> pipe_end = -1;

void pass_on(int signal) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(signal);
  [[maybe_unused]] const auto written = write(pipe_end, &byte, 1);  // a full pipe is readable anyway
  errno = saved;
}

struct sigaction action(void (*handler)(int)) {
  struct sigaction result {};
  result.sa_handler = handler;
  result.sa_flags = SA_RESTART;
  return result;
}

}  // namespace

SignalReader::SignalReader() {
  if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0)
    throw SystemError(std::string("no pipe for signals: ") + std::strerror(errno));
  pipe_end = pipe_[1];
  const auto ignore = action(SIG_IGN), catch_it = action(pass_on);
  sigaction(SIGPIPE, &ignore, &pipe_before_);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    sigaction(caught[i], nullptr, &before_[i]);
    // SIGCHLD even if it was ignored: otherwise waitpid would not work.
    if (before_[i].sa_handler != SIG_IGN || caught[i] == SIGCHLD) sigaction(caught[i], &catch_it, nullptr);
  }
}

SignalReader::~SignalReader() {
  restore();
  close(pipe_[0]);
  close(pipe_[1]);
}

void SignalReader::restore() const {
  sigaction(SIGPIPE, &pipe_before_, nullptr);
  for (std::size_t i = 0; i < caught.size(); ++i) sigaction(caught[i], &before_[i], nullptr);
}

std::optional<int> SignalReader::next() {
  unsigned char signal;
  if (read(pipe_[0], &signal, 1) != 1) return std::nullopt;
  return signal;
}

void SignalReader::pause_self() {
  // SIGTSTP, not SIGSTOP: it has no effect if no shell could continue this process.
  const auto standard = action(SIG_DFL), catch_it = action(pass_on);
  sigaction(SIGTSTP, &standard, nullptr);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &catch_it, nullptr);
}

void die_by(int signal) {
  const auto standard = action(SIG_DFL);
  sigaction(signal, &standard, nullptr);
  raise(signal);
}

namespace {

int nonblocking(int& descriptor) {
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  return std::exchange(descriptor, -1);
}

std::string start_error(const std::string& name, int error) {
  if (error == ENOENT && name == "mpirun") return "mpirun: not found; is Open MPI or MPICH installed?";
  if (error == ENOENT) return name + ": not found; see --launcher";
  return name + ": " + std::strerror(error);
}

}  // namespace

LauncherProcess::LauncherProcess(const std::vector<std::string>& command, const SignalReader& signals) {
  Pipe in, out, err;
  try {
    pid_ = start_program({.words = command,
                          .environment = own_environment(),
                          .folder = "",
                          .input = in.read,
                          .output = out.write,
                          .errors = err.write,
                          .death_signal = SIGTERM,
                          .before_exec = [&] { signals.restore(); }});
  } catch (const StartError& failed) {
    throw SystemError(start_error(command[0], failed.error));
  }
  input = nonblocking(in.write);
  output = nonblocking(out.read);
  error = nonblocking(err.read);
}

LauncherProcess::~LauncherProcess() {
  if (!status_) signal(SIGTERM);
  close_descriptor(input);
  close_descriptor(output);
  close_descriptor(error);
}

void LauncherProcess::signal(int signal) const { kill(-pid_, signal); }

std::optional<int> LauncherProcess::ended() {
  int status = 0;
  while (const pid_t pid = waitpid(-1, &status, WNOHANG)) {
    if (pid < 0) break;
    if (pid == pid_) status_ = status;
  }
  return status_;
}

namespace {

/// Passes over the processes: a process may start another one before it is killed.
constexpr int looks = 5;

struct Process {
  pid_t parent = 0;
  bool runs = true;  ///< false for a zombie
};

/// All visible processes.
std::map<pid_t, Process> processes() {
  std::map<pid_t, Process> found;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const std::string name = entry.path().filename();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    std::string text;
    std::getline(std::ifstream(path_in(entry.path(), "stat")), text, '\0');
    const std::size_t end = text.rfind(')');  // of the command's name, which may hold anything
    if (end == std::string::npos) continue;
    char state = 0;
    Process process;
    if (std::sscanf(text.c_str() + end + 1, " %c %d", &state, &process.parent) != 2) continue;
    process.runs = state != 'Z' && state != 'X';
    found[pid] = process;
  }
  return found;
}

bool descends(const std::map<pid_t, Process>& all, pid_t pid, pid_t from) {
  for (auto at = all.find(pid); at != all.end() && at->first != 1; at = all.find(at->second.parent))
    if (at->second.parent == from) return true;
  return false;
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void kill_descendants() {
  for (int look = 0; look < looks; ++look) {
    const auto all = processes();
    bool any = false;
    for (const auto& [pid, process] : all)
      if (process.runs && descends(all, pid, getpid())) any |= kill(pid, SIGKILL) == 0;
    if (!any) return;
    usleep(10'000);
  }
}

namespace {

namespace fs = std::filesystem;

/// Room that Open MPI 4.1 needs for any number of ranks: two files of 4 MiB and some small ones.
constexpr off_t needed_mib = 9;

/// Tries whether the folder has the needed room. @return  0, or the error.
int make_room_for_a_moment(const fs::path& folder) {
  const int file = unnamed_file(folder);
  if (file < 0) return errno;
  // A file system that cannot reserve room without writing counts as having room.
  const int error = ::fallocate(file, 0, 0, needed_mib << 20) == 0 || errno == EOPNOTSUPP ? 0 : errno;
  ::close(file);
  return error;
}

}  // namespace

int unnamed_file(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  std::string name = folder / "uneven-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

std::string fresh_folder(const std::string& name) {
  std::string path = temporary_folder().path / (name + "XXXXXX");
  if (!::mkdtemp(path.data())) throw SystemError(path + ": cannot make a folder: " + std::strerror(errno));
  return path;
}

TemporaryFolder temporary_folder() {
  for (const char* variable : {"OMPI_MCA_orte_tmpdir_base", "TMPDIR", "TEMP", "TMP"})
    if (const char* path = std::getenv(variable); path && *path) return {path, variable};
  return {"/tmp", ""};
}

std::string fault_of(const TemporaryFolder& folder) {
  std::error_code unseen;
  fs::path there = fs::absolute(folder.path, unseen);  // mpirun creates missing folders
  while (!fs::exists(there, unseen) && there.has_relative_path()) there = there.parent_path();
  const int error = make_room_for_a_moment(there);
  if (error == 0) return "";
  const std::string name = folder.variable.empty() ? "" : folder.variable + " is ";
  return name + folder.path.string() + ", where Open MPI cannot make its files (" + std::to_string(needed_mib) +
         " MiB): " + std::strerror(error);
}

}  // namespace uneven::launch
