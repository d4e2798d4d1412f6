#include "cluster/process_tree.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace uneven::cluster {
namespace {

/// Times that new processes are looked for: one that is about to end may start another.
constexpr int looks = 5;

struct Process {
  pid_t parent = 0;
  bool runs = true;  ///< and is no zombie
};

/// All processes that can be seen.
std::map<pid_t, Process> processes() {
  std::map<pid_t, Process> found;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const std::string name = entry.path().filename();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    std::string text;
    std::getline(std::ifstream(entry.path() / "stat"), text, '\0');
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

}  // namespace uneven::cluster
