#pragma once

#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// How long messages keep a processor from its work.
struct MessageCost {
  double element_s = 0;  ///< per element sent or received
  double message_s = 0;  ///< per message sent or received
};

/// Seconds that each processor of a product is busy, with multiply-adds and with messages: n cells_i / v_i +
/// element_s_i (elements sent and received) + message_s_i (messages sent and received).
///
/// @param speed  v_i, shape [N], multiply-adds/s.
/// @param costs  shape [N]; empty if messages cost nothing.
/// @return       shape [N]; 0 for those left out.
/// Cost: O(n + N).
std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs);

}  // namespace uneven::hbsp
