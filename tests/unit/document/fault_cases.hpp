// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "document/writer.hpp"

namespace uneven::document {

template <Described Plan>
std::string written(const Plan& plan, bool compact = false) {
  std::ostringstream out;
  write_document(out, plan, compact);
  return out.str();
}

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
