#pragma once

#include <string>

#include "document/partition.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// What every part of the picture of a partition needs to know about its processors.
struct Work {
  double cells = 0;  ///< samples x hidden units of all rectangles
  double speed = 0;  ///< of the processors used
};
Work work_of(const document::Partition& plan);

/// "203-80-26, 1024 samples, 5 processors in 2 columns".
std::string title(const document::Partition& plan);

/// A row per processor: its ranges, its share of the work beside its share of the speed.
std::string processor_table(const document::Partition& plan, TextOptions options);

/// A row per communication group.
std::string group_table(const document::Partition& plan, TextOptions options);

/// A row per column, and per host, for plans too large to draw.
std::string summary(const document::Partition& plan, TextOptions options);

/// The candidates, the cheapest first by the plan's objective, the chosen one marked.
std::string candidate_table(const document::Partition& plan, TextOptions options);

}  // namespace uneven::draw
