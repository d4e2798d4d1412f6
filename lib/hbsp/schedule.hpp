// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"
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

/// Panels of each input in flight: the one being multiplied, and those sent ahead. Each panel starts at few processors,
/// which send in bursts; this many panels keep every link of a slow network busy, and still need less memory than the
/// parts of large matrices.
inline constexpr std::int64_t panels_sent = 16;

/// The places of a processor for panels of each input: for each place, the lines that it must hold. Panel t is in place
/// t modulo their number. There is one place more than panels sent, so that a panel from a processor that is ahead has
/// its place, too; MPI would keep it in fresh memory and copy it again. A single processor has two places.
std::vector<std::int64_t> places(const document::HbspMatmul& plan);

/// Whether another processor's block needs some of this one's part of A.
bool sends_a(const document::HbspMatmul& plan, std::int64_t processor);

/// Bytes that each processor holds during a product: its parts of A, B and C, the places for panels of each input, and,
/// if it sends parts of A, as many places for packed panels of A. Shape [N].
///
/// @param bytes  bytes of an element.
/// Cost: O(N) and that of panels().
std::vector<std::int64_t> matmul_memory(const document::HbspMatmul& plan, std::int64_t bytes);

/// plan_matmul() with the panel width predicted to be fastest, or nearly. Narrow panels overlap more messages with
/// work; wide panels need fewer messages. The width of the request stays if the product cannot be replayed.
///
/// @throws InputError  see plan_matmul().
/// Cost: five times that of plan_matmul() and predict_seconds().
document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds);

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
