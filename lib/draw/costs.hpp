// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/hbsp_costs.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A table of supersteps with their bottlenecks, costs, and costs with the best shares; * marks the dearest superstep.
std::string text(const document::HbspCosts& costs, TextOptions options);

/// A bar per superstep: its cost with the best shares, and what other shares cost more.
std::string svg(const document::HbspCosts& costs);

}  // namespace uneven::draw
