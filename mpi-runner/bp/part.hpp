#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "comm/sum.hpp"
#include "document/partition.hpp"
#include "partition/predict/sums.hpp"

namespace uneven::bp {

/// One communication group, seen from one of its members.
struct GroupPart {
  document::Range hidden;    ///< of the block: counted from its first hidden unit
  std::vector<int> members;  ///< processors, one per column, in the order of their sum
  partition::GroupSlices slices;
};

/// How the plan adds partial results.
struct Sums {
  collective::Collective collective = collective::Collective::linear;
  std::optional<document::TreeTimes> column, group;  ///< what trees are made for; absent: binomial
};
Sums sums_of(const document::Partition& plan);

/// What one processor does in every iteration.
struct Part {
  document::Range samples, hidden;
  std::vector<int> column;        ///< processors that sum partial outputs with this one, in the order of their sum
  std::vector<GroupPart> groups;  ///< those with more than one member, top to bottom
  std::int64_t tallest = 0;       ///< the largest number of hidden units in the column
  bool top() const { return hidden.first == 0; }
};

/// @param element_bytes  of a number that is sent.
/// @return               without samples for a processor that has no rectangle.
Part part_of(const document::Partition& plan, int processor, std::int64_t element_bytes);

}  // namespace uneven::bp
