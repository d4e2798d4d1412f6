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

/// A time with its unit: 23 ms.
std::string seconds(double value);

/// First to last: 0-357; "none" if empty.
std::string span(const document::Range& range);

}  // namespace uneven::draw
