// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "schedule/schedule.hpp"

namespace uneven::partition {

/// Names of the work of an iteration: schedule::Work::name. Work::index is a chunk; Work::part, a group in
/// Part::groups.
enum Task {
  task_begin,         ///< set the gradients to 0
  task_forward,       ///< compute the partial outputs of a chunk
  task_outputs,       ///< compute a chunk's output error and dV from the outputs summed over the column
  task_pack_outputs,  ///< pack dV of a group
  task_hidden,        ///< compute the hidden error of a chunk
  task_inputs,        ///< compute a chunk's dW for a group's hidden units, or for all
  task_pack_inputs,   ///< pack dW of a group
  task_unpack,        ///< unpack the sums of dV and dW of all groups
  task_update,        ///< update the weights
};

/// One processor's part of every iteration of back-propagation: its rectangle, and the schedule of its work and sums.
///
/// Buffers of the sums: first the outputs of the chunks in flight, chunk c in buffer c % in_flight; then dV and dW of
/// each group, see buffer_of().
struct Part {
  document::Range samples, hidden;      ///< empty at processors left out
  std::int64_t chunk = 1;               ///< samples of a chunk
  int in_flight = 1;                    ///< chunks in flight: begun but not finished
  std::vector<document::Range> groups;  ///< hidden units of each group with several members; 0: the part's first
  schedule::Schedule schedule;
};

/// Index of the buffer of a group's dV (`packed` = task_pack_outputs) or dW (task_pack_inputs).
int buffer_of(const Part& part, Task packed, std::size_t group);

/// Numbers that an agreement sums after an iteration, each of agreed_bytes. The compute seconds of each processor
/// follow.
enum AgreedWord { agreed_error, agreed_signal, agreed_time, agreed_words };
inline constexpr std::int64_t agreed_bytes = 8;

/// Samples of a chunk in each column, shape [columns].
std::vector<std::int64_t> chunk_of_columns(const document::Partition& plan, std::int64_t element_bytes);

/// One processor's schedule of an iteration of back-propagation. The samples go in chunks; the sum of one chunk's
/// outputs travels while the next chunk is computed. Then come the sums over the communication groups, those of dV
/// while dW is computed, and the agreement after the iteration.
///
/// Only this function fixes the messages of an iteration and their order. iteration.hpp prices them; Trainer performs
/// them.
/// @param element_bytes  bytes of a summed number: 4 or 8.
/// @return               without operations for a processor left out.
/// Cost: O(groups x columns), and O(chunks + slices) for the list.
Part schedule(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes);

/// The parts of all processors of the cluster, shape [N].
std::vector<Part> schedule(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
