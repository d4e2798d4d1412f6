// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/document.hpp"
#include "document/writer.hpp"

namespace uneven::document {

template <Described Plan>
std::string written(const Plan& plan, bool compact = false) {
  std::ostringstream out;
  write_document(out, plan, compact);
  return out.str();
}

/// Gives a plan a cluster of p processors, of which the last but one has a name and the last is left out.
template <class Plan>
void add_cluster(Plan& plan, std::size_t p, const std::string& kernel) {
  plan.left_out = {static_cast<std::int64_t>(p) - 1};
  plan.cluster.assign(p, {});
  plan.cluster[p - 2] = {"node1", "EPYC", 2, 8.1e8};
  plan.kernel = kernel;
  plan.made_by = {"plan-shares", "1", "--array 3x3"};
}

/// A range, for damage on one line.
constexpr Range numbers(std::int64_t first, std::int64_t count) { return {first, count}; }

/// Damage to a sound plan, and the fault that tells it.
template <class Plan>
struct FaultCase {
  std::string expected;
  std::function<void(Plan&)> damage;
};

/// Each damage to the sound plan is the first fault found.
template <class Plan>
void check_faults(const Plan& sound, const std::vector<FaultCase<Plan>>& cases) {
  BOOST_TEST(faults(sound).empty());
  for (const auto& [expected, damage] : cases) {
    Plan plan = sound;
    damage(plan);
    const Faults found = faults(plan);
    BOOST_TEST_REQUIRE(!found.empty(), expected);
    BOOST_TEST(found.front() == expected);
  }
}

}  // namespace uneven::document
