// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// The intersection of two ranges; its count may be 0.
document::Range common(const document::Range& x, const document::Range& y);

/// A block of A or B that one processor holds and another needs.
struct Piece {
  std::int64_t partner = 0;
  document::Range rows, columns;
};

/// The pieces that one processor sends and receives for one panel. A piece that it holds itself is among the received,
/// with itself as partner. There is at most one piece of each matrix between two processors.
struct Exchange {
  std::vector<Piece> a_sent, a_received, b_sent, b_received;
};

/// The panels of a product in the order of multiplication: 0 .. inner - 1 in runs of plan.panel. The first panel is cut
/// into parts, because all processors wait until it arrives.
///
/// Neighbouring panels mostly start at the same processor, so their order spreads them in time: no processor sends many
/// in a row. The last panel, which the fastest processors hold in layout alpha, is multiplied first, since all wait for
/// it.
std::vector<document::Range> panels(const document::HbspMatmul& plan);

/// The exchange of `processor` for the columns `panel` of A and the rows `panel` of B. Each part of A goes from its
/// start to every processor whose block of C shares a row with it; each part of B, to those that share a column.
///
/// Works for any tilings, without a grid. Cost: O(N).
Exchange exchange(const document::HbspMatmul& plan, std::int64_t processor, document::Range panel);

/// The pieces cut into blocks of rows of at most simulate::segment_bytes, or of one row if that is longer.
std::vector<Piece> in_segments(const std::vector<Piece>& pieces, std::int64_t element_bytes);

/// Traffic between one processor and the others in a product.
struct Traffic {
  double sent = 0;      ///< elements
  double received = 0;  ///< elements
  double messages = 0;  ///< sent and received: one per panel, matrix and partner
};

/// Traffic of every processor of the cluster, if each element of A goes from its start to every processor with its row
/// of C, and each element of B to every processor with its column.
///
/// Shape [N]. Cost: O(rows + columns + N).
std::vector<Traffic> traffic(const document::HbspMatmul& plan);

/// The part of traffic() between processors of one host; `messages` are not counted.
///
/// @param host  number of each processor's host, from 0, shape [N].
/// @return      shape [N].
/// Cost: O(N k) for at most k processors per host.
std::vector<Traffic> traffic_within_hosts(const document::HbspMatmul& plan, std::span<const int> host);

/// Bytes sent in a product: by the busiest processor, and by all together. @return  nothing if they exceed 2^53.
std::optional<document::SentBytes> sent_bytes(const document::HbspMatmul& plan, std::int64_t element_bytes);

}  // namespace uneven::hbsp
