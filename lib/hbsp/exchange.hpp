// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// What two ranges have in common; its count may be 0.
document::Range common(const document::Range& x, const document::Range& y);

/// A block of A or B that one processor has and another needs.
struct Piece {
  std::int64_t partner = 0;
  document::Range rows, columns;
};

/// What one processor sends and receives for one panel. What it has itself stands among the received, with itself as
/// partner. There is at most one piece of each matrix between two processors.
struct Exchange {
  std::vector<Piece> a_sent, a_received, b_sent, b_received;
};

/// The panels of a product: 0 .. size - 1 in runs of plan.panel, in the order in which they are multiplied. The first
/// comes in parts, since nobody has anything to multiply until it is there.
///
/// Those next to each other mostly start at one processor, so they come far apart in time: nobody has to send many in a
/// row. The last, which the fastest processors have in layout alpha, comes first, since all wait for it.
std::vector<document::Range> panels(const document::HbspMatmul& plan);

/// The traffic of `processor` for the columns `panel` of A and the rows `panel` of B: each part of them goes from where
/// it starts to every processor whose block of C shares a row (of A) or a column (of B) with it.
///
/// It works for any tilings, without a grid. Cost: O(N).
Exchange exchange(const document::HbspMatmul& plan, std::int64_t processor, document::Range panel);

/// The same blocks, of so few rows each that, unless a row is longer, they leave in one piece.
std::vector<Piece> in_segments(const std::vector<Piece>& pieces, std::int64_t element_bytes);

/// What one processor sends to others and receives from them in a product.
struct Traffic {
  double sent = 0;      ///< elements
  double received = 0;  ///< elements
  double messages = 0;  ///< sent and received: one per panel, matrix and partner
};

/// What every processor of the cluster sends and receives when each element of A goes from where it starts to every
/// processor with its row of C, and each element of B to every processor with its column.
///
/// Shape [N]. Cost: O(n + N).
std::vector<Traffic> traffic(const document::HbspMatmul& plan);

/// Bytes that the busiest processor, and all of them, send in a product. @return  nothing beyond 2^53.
std::optional<document::SentBytes> sent_bytes(const document::HbspMatmul& plan, std::int64_t element_bytes);

}  // namespace uneven::hbsp
