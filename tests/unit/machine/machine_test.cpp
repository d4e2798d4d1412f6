// SPDX-License-Identifier: MIT
#include "machine/machine.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>
#include <thread>

#include "../data/temporary.hpp"

BOOST_AUTO_TEST_SUITE(machine)

using namespace uneven::machine;
namespace fs = std::filesystem;

namespace {

/// The quota that `files` (path and text) below a root of their own amount to; `quota` gives its cores.
std::optional<CpuQuota> found(const std::map<std::string, std::string>& files) {
  const TemporaryDirectory root;
  for (const auto& [path, text] : files) {
    fs::create_directories(fs::path(root.path(path)).parent_path());
    root.write(path, text);
  }
  return cpu_quota(root.path(""));
}

std::optional<double> quota(const std::map<std::string, std::string>& files) {
  const auto result = found(files);
  return result ? std::optional(result->cores) : std::nullopt;
}

}  // namespace

BOOST_AUTO_TEST_CASE(this_machine_is_described) {
  const Machine here = this_machine();
  BOOST_TEST(!here.host.empty());
  BOOST_TEST(!here.cpu.empty());
  cpu_set_t allowed;
  BOOST_REQUIRE(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
  BOOST_TEST(here.cores >= 1);
  BOOST_TEST(here.cores <= CPU_COUNT(&allowed));
}

BOOST_AUTO_TEST_CASE(affinity_counts) {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  const auto numbers = this_machine().core_numbers;
  for (int cpu = CPU_SETSIZE; CPU_COUNT(&one) == 0;)
    if (CPU_ISSET(--cpu, &all)) CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
  const Machine bound = this_machine();
  sched_setaffinity(0, sizeof all, &all);
  BOOST_TEST(bound.cores == 1);
  BOOST_REQUIRE(bound.core_numbers.size() == 1u);
  BOOST_TEST(std::ranges::count(numbers, bound.core_numbers.front()) == 1);
  BOOST_TEST(std::set(numbers.begin(), numbers.end()).size() == numbers.size());
}

BOOST_AUTO_TEST_CASE(quota_of_version_2) {
  BOOST_TEST(*quota({{"proc/self/cgroup", "0::/job/step\n"}, {"sys/fs/cgroup/job/step/cpu.max", "150000 100000\n"}}) ==
             1.5);
  BOOST_TEST(!quota({{"proc/self/cgroup", "0::/job\n"}, {"sys/fs/cgroup/job/cpu.max", "max 100000\n"}}));
}

BOOST_AUTO_TEST_CASE(a_limit_is_felt) {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  std::atomic<bool> stop = false;
  std::thread competitor([&] {  // on the same core
    while (!stop) continue;
  });
  const auto felt = felt_quota();
  stop = true;
  competitor.join();
  sched_setaffinity(0, sizeof all, &all);
  BOOST_REQUIRE(felt.has_value());
  BOOST_TEST(felt->cores > 0);
  BOOST_TEST(felt->cores < 0.85);
  BOOST_TEST(felt->period_s > 0);
}

BOOST_AUTO_TEST_CASE(quotas_have_periods) {
  const std::string group = "0::/job\n4:cpu:/job\n";
  BOOST_TEST(found({{"proc/self/cgroup", group}, {"sys/fs/cgroup/job/cpu.max", "5000 20000\n"}})->period_s == 0.02);
  BOOST_TEST(found({{"proc/self/cgroup", group},
                    {"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "1000\n"},
                    {"sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "5000\n"}})
                 ->period_s == 0.005);
}

BOOST_AUTO_TEST_CASE(the_tightest_group_on_the_way_up_counts) {
  const std::string wide = "300000 100000\n", tight = "200000 100000\n", group = "0::/job/step\n";
  for (const auto& [job, step] : {std::pair{wide, tight}, std::pair{tight, wide}})
    BOOST_TEST(*quota({{"proc/self/cgroup", group},
                       {"sys/fs/cgroup/job/step/cpu.max", step},
                       {"sys/fs/cgroup/job/cpu.max", job}}) == 2);
}

BOOST_AUTO_TEST_CASE(quota_of_version_1) {
  const std::string group = "5:memory:/a\n4:cpu,cpuacct:/job\n3:cpuset:/b\n0::/\n";
  BOOST_TEST(*quota({{"proc/self/cgroup", group},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "50000\n"},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n"}}) == 0.5);
  BOOST_TEST(!quota({{"proc/self/cgroup", group},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n"},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n"}}));
  BOOST_TEST(!quota({{"proc/self/cgroup", "3:cpuset:/job\n"},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "50000\n"},
                     {"sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n"}}));
}

BOOST_AUTO_TEST_CASE(in_a_container_the_path_may_lie_outside) {
  BOOST_TEST(*quota({{"proc/self/cgroup", "0::/docker/0123/work\n"}, {"sys/fs/cgroup/cpu.max", "100000 100000\n"}}) ==
             1);
}

BOOST_AUTO_TEST_CASE(no_groups_no_quota) { BOOST_TEST(!quota({})); }

BOOST_AUTO_TEST_SUITE_END()
