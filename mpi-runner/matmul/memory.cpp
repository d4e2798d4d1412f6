#include "matmul/memory.hpp"

#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "comm/together.hpp"

namespace uneven::matmul {
namespace {

/// Bytes that can be had without swapping; infinite where the system does not say.
double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    double kibibytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %lf kB", &kibibytes) == 1) return kibibytes * 1024;
  }
  return std::numeric_limits<double>::infinity();
}

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", bytes / 1e9);
  return text;
}

}  // namespace

void require_memory(double needed, const comm::Communicator& comm, const runner::Context& context) {
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const auto needs = comm::all_gather(comm, needed);
  comm::together(comm, [&] {
    double here = 0;
    for (std::size_t i = 0; i < hosts.size(); ++i)
      if (hosts[i] == context.machine.host) here += needs[i];
    const double available = available_memory();
    if (here > available)
      throw SystemError("not enough memory: the parts of this host need " + gigabytes(here) + ", " +
                        gigabytes(available) + " are free");
  });
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace uneven::matmul
