// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "schedule/schedule.hpp"
#include "simulate/pricing.hpp"

namespace uneven::hbsp {

/// Names of the work of a product: schedule::Work::name. Work::index is a panel, in the order of panels().
enum Task {
  task_copy_own,  ///< copy the processor's own pieces of a panel
  task_ask,       ///< ask whether to end early
  task_multiply,  ///< multiply a panel of A by one of B
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_a, tag_b, tag_others };

/// Buffers of panel t. It is received, for both inputs, in place t modulo the number of places(). A is packed for
/// sending in the same place of another set; B is sent from the processor's part.
struct Buffers {
  int count = 0;  ///< number of places
  int received(std::size_t t) const { return static_cast<int>(t) % count; }
  int sent_a(std::size_t t) const { return received(t); }
  int sent_b(std::size_t t) const { return count + received(t); }
};
Buffers buffers(const document::HbspMatmul& plan);

/// One processor's schedule of a product, panel by panel. While a panel is multiplied, blocks of the next panels are
/// sent, in messages of at most one segment unless a row is longer.
///
/// Only this function fixes the order of the messages: replayed_seconds() prices them, the runner performs them.
/// @param element_bytes  8 or 4.
/// @return               without operations for a processor without a block.
/// Cost: O(N) for each panel.
schedule::Schedule schedule(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t element_bytes);

/// What the operations of each processor cost it, shape [p]: CPU seconds of each panel's multiplication.
/// @param speed  multiply-adds/s without messages, shape [N].
std::vector<simulate::Costs> costs_of(const document::HbspMatmul& plan, std::span<const double> speed,
                                      const document::Speeds& speeds);

/// Predicted seconds of a product, from a replay of its messages and work in the order of mpi-runner.
///
/// @param plan           made for the processors of `speeds`.
/// @param speed          multiply-adds/s without messages, shape [N].
/// @param speeds         with a network.
/// @param element_bytes  8 or 4.
/// @return               nothing if there are too many messages.
/// Cost: O(M log N) for M messages, at most a million.
std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes);

}  // namespace uneven::hbsp
