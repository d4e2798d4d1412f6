// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::draw {

/// Sums and quotients of what a document holds may be beyond a double, so that some of these take more.

/// Three significant digits with a prefix where it shortens: 0.25, 810M, 1.2G, 8n.
std::string short_number(long double value);

/// Rounded to a whole number, with commas: 73,914.
std::string whole(double value);

/// 35.1 %.
std::string percent(long double share);

/// Three significant digits and a unit with its prefix: 23 ms, 125 MB/s.
std::string quantity(long double value, const std::string& unit);
inline std::string seconds(long double value) { return quantity(value, "s"); }

/// 1 rank, 2 ranks.
std::string counted(std::size_t count, const std::string& thing);

/// First to last: 0-357, or 5 alone; "none" if empty.
std::string span(const document::Range& range);

/// Round numbers from 0 to at most `end` for the marks of an axis: at most eight steps of 1, 2 or 5 times a power
/// of 10. `end` must be finite and >= 0.
std::vector<double> marks(double end);

}  // namespace uneven::draw
