// SPDX-License-Identifier: MIT
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "machine/machine.hpp"

namespace uneven::machine {

void for_control_groups(const std::string& root, const std::string& controller,
                        const std::function<void(const std::string&, bool)>& use) {
  std::ifstream groups(path_in(root, "proc/self/cgroup"));
  for (std::string line; std::getline(groups, line);) {  // hierarchy:controllers:/path
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto names = split(line.substr(first + 1, second - first - 1), ',');
    const bool v2 = second == first + 1;
    if (!v2 && std::ranges::find(names, controller) == names.end()) continue;
    // In a container the path may lie outside the mounted tree; the visible groups still count.
    const std::string path = line.substr(second + 1);
    for (const std::string& mount :
         {std::string("sys/fs/cgroup"), std::string("sys/fs/cgroup/unified"), "sys/fs/cgroup/" + controller})
      for (std::string group = path;; group.resize(group.rfind('/'))) {
        use(path_in(root, mount + group), v2);
        if (group.find('/') == std::string::npos || group == "/") break;
      }
  }
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The number in a file; `otherwise` if there is no file or no number, such as "max".
double number_in(const std::string& file, double otherwise) {
  double number = 0;
  return std::ifstream(file) >> number ? number : otherwise;
}

/// Bytes of cached files, which the system reclaims when memory is short.
double cached(const std::string& statistics, bool v2) {
  double sum = 0;
  std::ifstream in(statistics);
  const std::string prefix = v2 ? "" : "total_";
  double bytes = 0;
  for (std::string name; in >> name >> bytes;)
    if (name == prefix + "active_file" || name == prefix + "inactive_file") sum += bytes;
  return sum;
}

double free_in_group(const std::string& group, bool v2) {
  const auto number_of = [&](const char* file, double otherwise) { return number_in(path_in(group, file), otherwise); };
  const double limit = number_of(v2 ? "memory.max" : "memory.limit_in_bytes", infinity);
  const double used = number_of(v2 ? "memory.current" : "memory.usage_in_bytes", 0);
  return std::max(0.0, limit - used + std::min(used, cached(path_in(group, "memory.stat"), v2)));
}

}  // namespace

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", bytes / 1e9);
  return text;
}

double free_host_memory(const std::string& root) {
  double least = infinity;
  std::ifstream meminfo(path_in(root, "proc/meminfo"));
  for (std::string line; std::getline(meminfo, line);)
    if (double kibibytes = 0; std::sscanf(line.c_str(), "MemAvailable: %lf kB", &kibibytes) == 1)
      least = kibibytes * 1024;
  for_control_groups(root, "memory",
                     [&](const std::string& group, bool v2) { least = std::min(least, free_in_group(group, v2)); });
  return least;
}

double free_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return infinity;
  const double size = number_in("/proc/self/statm", 0) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - size);
}

void require_free(const std::string& whose, double needed, double free, const std::string& where) {
  if (needed > free)
    throw SystemError("not enough memory: " + whose + " " + gigabytes(needed) + ", " + gigabytes(free) + " are " +
                      where);
}

void require_room_for_ranks(std::size_t ranks) {
  constexpr double bytes_of_rank = 4096;
  require_free(std::to_string(ranks) + " ranks need", static_cast<double>(ranks) * bytes_of_rank,
               std::min(free_host_memory(), free_address_space()));
}

}  // namespace uneven::machine
