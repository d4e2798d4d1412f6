#pragma once

#include "document/search.hpp"
#include "document/speeds.hpp"

namespace uneven::search {

/// What measured speeds tell of a plan's times. entry_s and serial_s stay 0, and without a network message_s, start_s
/// and answer_s, without curves of the kernel "search" query_s.
///
/// Messages are those of processor 0, which hands out parts and has all results in the end.
/// @param task_s        one example against one query, mean over the processors of the plan.
/// @param first_task_s  the same at processor 0.
document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s);

}  // namespace uneven::search
