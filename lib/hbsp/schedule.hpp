// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/hbsp_matmul.hpp"
#include "schedule/schedule.hpp"

namespace uneven::hbsp {

/// Work of a product: schedule::Work::name. `index` is a panel, in the order of panels().
enum Task {
  task_copy_own,  ///< what the processor has itself of a panel
  task_ask,       ///< whether to end early
  task_multiply,  ///< a panel of A by one of B
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_a, tag_b, tag_others };

/// Where blocks of panel t lie: both inputs' where they are received, and where A is packed to be sent, in place t
/// modulo the number of places(). B is sent from where it is.
struct Buffers {
  int count = 0;  ///< of places
  int received(std::size_t t) const { return static_cast<int>(t) % count; }
  int sent_a(std::size_t t) const { return received(t); }
  int sent_b(std::size_t t) const { return count + received(t); }
};
Buffers buffers(const document::HbspMatmul& plan);

/// A product, panel by panel: blocks of some panels ahead are sent while one is multiplied, in messages that leave in
/// one piece if their rows are not longer.
///
/// Nothing else knows the order of its messages: replayed_product.hpp prices them, the runner performs them.
/// @param element_bytes  8 or 4.
/// @return               without operations for a processor without a block.
/// Cost: O(N) for each panel.
schedule::Schedule schedule(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t element_bytes);

}  // namespace uneven::hbsp
