#pragma once

#include <string>

#include "document/partition.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The rectangles to scale, a table of processors, communication groups, and the candidates that were weighed.
/// Above 64 processors columns and hosts take the place of the rectangles.
std::string text(const document::Partition& plan, TextOptions options);

/// The rectangles to scale, coloured by speed, with the borders of the communication groups dashed.
std::string svg(const document::Partition& plan);

}  // namespace uneven::draw
