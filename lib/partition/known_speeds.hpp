#pragma once

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

/// What a plan knows of its processors: the speeds that seconds were predicted of, or what the cluster tells.
document::Speeds known_speeds(const document::Partition& plan);

/// A processor gets so many times less CPU time than it had: all that it does takes longer, messages too.
void slow_down(document::MeasuredProcessor& processor, double times);

}  // namespace uneven::partition
