// SPDX-License-Identifier: MIT
#include "simulate/cpu_time.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "simulate/shared_host/core_scheduler.hpp"

namespace uneven::simulate {

namespace {

class OwnCores : public CpuTime {
 public:
  explicit OwnCores(const Platform& platform)
      : wakeup_s_(platform.network.wakeup_s), free_at_(platform.endpoints.size(), 0) {}

  double work(int processor, double start, double seconds) override {
    if (!(seconds < never)) refuse_time();
    double& free_at = free_at_[static_cast<std::size_t>(processor)];
    free_at = std::max(start, free_at) + seconds;
    return free_at;
  }
  double awake(int, double start) override { return start + wakeup_s_; }
  bool shares_cores(int) const override { return false; }
  void find_place(int, double) override {}

 private:
  double wakeup_s_;
  std::vector<double> free_at_;
};

bool is_shared(const Platform& platform) {
  return !platform.shared_cores.empty() || platform.cost_spread > 0 ||
         std::ranges::any_of(platform.endpoints,
                             [](const Endpoint& endpoint) { return endpoint.share < 1 || endpoint.spread > 0; });
}

}  // namespace

std::unique_ptr<CpuTime> cpu_time_on(const Platform& platform, bool rested, unsigned seed) {
  if (is_shared(platform)) return std::make_unique<CoreScheduler>(platform, rested, seed);
  return std::make_unique<OwnCores>(platform);
}

void refuse_time() { throw InputError("a predicted time is too long for a number; are the measured ones right?"); }

}  // namespace uneven::simulate
