// SPDX-License-Identifier: MIT
#include "machine/clock.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>

namespace uneven::machine {

double cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double cpu_seconds(const std::function<void()>& what) {
  const double start = cpu_time();
  what();
  return cpu_time() - start;
}

CpuTimes cpu_times(const std::filesystem::path& root) {
  std::string label;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
  std::ifstream file(root / "proc/stat");
  if (!(file >> label >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen))
    return {};
  const auto ticks_per_s = static_cast<double>(sysconf(_SC_CLK_TCK));
  return {(user + nice + system + interrupts + soft_interrupts) / ticks_per_s, stolen / ticks_per_s};
}

double stolen_share(const CpuTimes& before, const CpuTimes& after) {
  const double used = after.used_s - before.used_s, stolen = after.stolen_s - before.stolen_s;
  return stolen > 0 ? stolen / (stolen + used) : 0;
}

}  // namespace uneven::machine
