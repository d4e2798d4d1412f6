// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "schedule/schedule.hpp"

namespace uneven::partition {

/// Work of an iteration: schedule::Work::name. `index` is a chunk, `part` a communication group of Part::groups.
enum Task {
  task_begin,         ///< of the gradients, at 0
  task_forward,       ///< partial outputs of a chunk
  task_outputs,       ///< its output error and dV, from the outputs that the column has summed
  task_pack_outputs,  ///< dV of a group
  task_hidden,        ///< the hidden error of a chunk
  task_inputs,        ///< its dW, of a group's hidden units or of all
  task_pack_inputs,   ///< dW of a group
  task_unpack,        ///< the sums of dV and dW over all groups
  task_update,        ///< of the weights
};

/// What one processor does in every iteration of back-propagation.
///
/// Buffers of its sums: the outputs of the chunks in flight, chunk c in buffer c % in_flight; then dV and dW of each
/// group, see buffer_of().
struct Part {
  document::Range samples, hidden;      ///< none at processors left out
  std::int64_t chunk = 1;               ///< samples that are worked on at a time
  int in_flight = 1;                    ///< chunks at a time
  std::vector<document::Range> groups;  ///< hidden units of groups with several members, counted from the part's first
  schedule::Schedule schedule;
};

/// Buffer of a group's dV, task_pack_outputs, or dW, task_pack_inputs.
int buffer_of(const Part& part, Task packed, std::size_t group);

/// Numbers on which all agree after an iteration, of agreed_bytes: these and the seconds that each processor computed.
enum AgreedWord { agreed_error, agreed_signal, agreed_time, agreed_words };
inline constexpr std::int64_t agreed_bytes = 8;

/// Samples that each column works on at a time, shape [columns].
std::vector<std::int64_t> chunk_of_columns(const document::Partition& plan, std::int64_t element_bytes);

/// An iteration of back-propagation: chunks of samples, the sum of one chunk's outputs travelling while the next is
/// computed; the sums over the communication groups, of dV while dW is computed; and the agreement after the iteration.
///
/// Nothing else knows which messages an iteration has, and in which order: iteration.hpp prices them, Trainer performs
/// them.
///
/// @param element_bytes  of a number that is summed: 4 or 8.
/// @return               without operations for a processor left out.
/// Cost: O(groups x columns), and O(chunks + slices) for the list.
Part schedule(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes);

/// The same of all processors of the cluster, shape [N].
std::vector<Part> schedule(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
