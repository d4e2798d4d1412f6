// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <vector>

#include "simulate/replay.hpp"

/// Steps, and a network that all see, for the tests of the replay.
namespace uneven::simulate {

using Steps = std::vector<std::vector<Step>>;

inline Step compute(double seconds) { return {Step::Kind::compute, seconds, -1}; }
inline Step send(int to, double bytes) { return {Step::Kind::send, bytes, to}; }
inline Step receive(int from, double bytes) { return {Step::Kind::receive, bytes, from}; }

inline const Network network{1e-3, 1e-6, 0, 0, 0};

inline std::vector<double> run(const Steps& steps, const Endpoint& endpoint = {}) {
  return replay(steps, {std::vector<Endpoint>(steps.size(), endpoint), network});
}

inline void check(double found, double expected) { BOOST_TEST(found == expected, boost::test_tools::tolerance(1e-9)); }

}  // namespace uneven::simulate
