// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "machine/machine.hpp"

BOOST_AUTO_TEST_SUITE(stolen_time)

using namespace uneven::machine;
namespace fs = std::filesystem;

namespace {

CpuTimes times_in(const std::string& stat) {
  const TemporaryDirectory root;
  fs::create_directory(root.path("proc"));
  root.write("proc/stat", stat);
  return cpu_times(root.path(""));
}

}  // namespace

BOOST_AUTO_TEST_CASE(ticks_become_seconds_and_idle_time_does_not_count) {
  const auto ticks_per_s = static_cast<double>(sysconf(_SC_CLK_TCK));
  const CpuTimes found = times_in("cpu  100 20 30 4000 500 6 7 80 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");
  BOOST_TEST(found.used_s == 163 / ticks_per_s);
  BOOST_TEST(found.stolen_s == 80 / ticks_per_s);
}

BOOST_AUTO_TEST_CASE(systems_that_do_not_say_have_none_stolen) {
  for (const char* stat : {"", "cpu  1 2 3 4\n", "intr 5\n"}) BOOST_TEST(times_in(stat).stolen_s == 0);
  BOOST_TEST(stolen_share({}, {}) == 0);
}

BOOST_AUTO_TEST_CASE(the_share_is_of_what_was_wanted) {
  BOOST_TEST(stolen_share({10, 5}, {13, 6}) == 0.25);
  BOOST_TEST(stolen_share({10, 5}, {13, 5}) == 0);
}

BOOST_AUTO_TEST_CASE(this_machine_has_used_time) { BOOST_TEST(cpu_times().used_s > 0); }

BOOST_AUTO_TEST_SUITE_END()
