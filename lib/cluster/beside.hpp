#pragma once

namespace uneven::cluster {

// Where CPU quotas make processors take turns on cores, work and messages take longer in a program than each in a row:
// the system handles messages meanwhile, and each finds its code and data gone from the caches. These are what eight
// such hosts showed, with TCP; see tests/experiments/partition.

/// CPU time of messages beside work, over that of messages in a row.
inline constexpr double messages_beside_work = 2;

/// CPU time of work beside messages, over that of work alone.
inline constexpr double work_beside_messages = 1.25;

}  // namespace uneven::cluster
