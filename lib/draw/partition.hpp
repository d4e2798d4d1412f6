// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/partition.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// "203-80-26, 1024 samples, 5 processors in 2 columns".
std::string title(const document::Partition& plan);

/// A row per communication group.
std::string group_table(const document::Partition& plan, TextOptions options);

/// A row per column, and per host, for plans too large to draw.
std::string summary(const document::Partition& plan, TextOptions options);

/// The candidates, the cheapest first by the plan's objective, the chosen one marked.
std::string candidate_table(const document::Partition& plan, TextOptions options);

/// The rectangles to scale, a table of processors, communication groups, and the candidates that were weighed.
/// Above 64 processors columns and hosts take the place of the rectangles.
std::string text(const document::Partition& plan, TextOptions options);

/// The rectangles to scale, coloured by speed, with the borders of the communication groups dashed.
std::string svg(const document::Partition& plan);

}  // namespace uneven::draw
