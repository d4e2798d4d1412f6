// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "draw/text.hpp"
#include "schedule/traffic.hpp"

namespace uneven::draw {

/// A table of who sends what to whom, a line for each pair that talks, and the totals.
std::string text(const schedule::Traffic& traffic, TextOptions options);

}  // namespace uneven::draw
