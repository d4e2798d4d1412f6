#include "cluster/cpu_time.hpp"

#include <ctime>

namespace uneven::cluster {

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

}  // namespace uneven::cluster
