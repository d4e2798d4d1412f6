#pragma once

#include <cstdint>
#include <string>

#include "document/common.hpp"

namespace uneven::draw {

/// Three significant digits with a prefix where it shortens: 0.25, 810M, 1.2G, 8n.
std::string short_number(double value);

/// Rounded to a whole number, with commas: 73,914.
std::string whole(double value);

/// 35.1 %.
std::string percent(double share);

/// Three significant digits and a unit with its prefix: 23 ms, 125 MB/s.
std::string quantity(double value, const std::string& unit);
inline std::string seconds(double value) { return quantity(value, "s"); }

/// 1 rank, 2 ranks.
std::string counted(std::size_t count, const std::string& thing);

/// First to last: 0-357, or 5 alone; "none" if empty.
std::string span(const document::Range& range);

}  // namespace uneven::draw
