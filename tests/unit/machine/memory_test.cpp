// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <limits>
#include <map>

#include "../data/temporary.hpp"
#include "machine/machine.hpp"

BOOST_AUTO_TEST_SUITE(free_memory)

using namespace uneven::machine;
namespace fs = std::filesystem;

namespace {

const std::string meminfo = "MemTotal:       2000 kB\nMemFree:        10 kB\nMemAvailable:   1000 kB\n";

using Files = std::map<std::string, std::string>;

/// What is free by `files` (path and text) below a root of their own.
double free_by(const Files& files) {
  const TemporaryDirectory root;
  for (const auto& [path, text] : files) {
    fs::create_directories(fs::path(root.path(path)).parent_path());
    root.write(path, text);
  }
  return free_host_memory(root.path(""));
}

/// What a process of a control group may have. @param files  of the group, in its folder.
double free_in_group(const std::string& membership, const std::string& folder, const Files& files) {
  Files all{{"proc/meminfo", meminfo}, {"proc/self/cgroup", membership}};
  for (const auto& [name, text] : files) all[folder + name] = text;
  return free_by(all);
}

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_is_said) { BOOST_TEST(free_by({}) == std::numeric_limits<double>::infinity()); }

BOOST_AUTO_TEST_CASE(the_system_says) { BOOST_TEST(free_by({{"proc/meminfo", meminfo}}) == 1024000); }

BOOST_AUTO_TEST_CASE(a_group_of_version_2_binds) {
  const double free = free_in_group("0::/job/step\n", "sys/fs/cgroup/job/",
                                    {{"memory.max", "5000\n"},
                                     {"memory.current", "4000\n"},
                                     {"memory.stat", "anon 3000\ninactive_file 600\nactive_file 300\nshmem 100\n"},
                                     {"step/memory.max", "max\n"},
                                     {"step/memory.current", "4000\n"}});
  BOOST_TEST(free == 5000 - 4000 + 900);
}

BOOST_AUTO_TEST_CASE(a_group_of_version_1_binds) {
  const double free = free_in_group("5:cpu,cpuacct:/other\n4:memory:/job\n", "sys/fs/cgroup/memory/job/",
                                    {{"memory.limit_in_bytes", "5000\n"},
                                     {"memory.usage_in_bytes", "5000\n"},
                                     {"memory.stat", "inactive_file 1\ntotal_inactive_file 70\n"}});
  BOOST_TEST(free == 70);
}

BOOST_AUTO_TEST_CASE(a_process_has_its_limit_less_its_size) {
  rlimit before{};
  BOOST_REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit limit = before;
  limit.rlim_cur = rlim_t{1} << 46;
  if (before.rlim_max != RLIM_INFINITY && before.rlim_max < limit.rlim_cur) return;
  BOOST_REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
  const double left = free_address_space();
  setrlimit(RLIMIT_AS, &before);
  BOOST_TEST(left < 0x1p46);
  BOOST_TEST(left > 0);
}

BOOST_AUTO_TEST_SUITE_END()
