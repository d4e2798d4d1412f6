#pragma once

#include "document/partition.hpp"

namespace uneven::partition {

/// The plan without the processors that it leaves out: the others are numbered anew, in the same order.
document::Partition without_left_out(document::Partition plan);

}  // namespace uneven::partition
