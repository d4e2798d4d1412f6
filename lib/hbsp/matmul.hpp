// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/cost.hpp"

namespace uneven::hbsp {

/// Blocks that tile a matrix exactly.
struct Tiling {
  std::vector<document::MatrixPart> parts;  ///< by processor; none for a processor too slow for a whole cell
  double ratio = 1;  ///< exact half-perimeters, before rounding, over shares::half_perimeter_bound()
};

/// Cuts a matrix into one block of whole rows and columns per processor, sized by speed.
///
/// alpha: the arrangement with the least half-perimeters, in columns or in rows, rounded by shares::whole_blocks();
/// beta and gamma: bands.
///
/// Cost: O(N log N) time.
///
/// @param rows, columns  of the matrix, >= 1.
/// @param speed          v_i, shape [N], any unit, each finite and >= 0, not all 0; a processor of speed 0 has no
/// block.
Tiling tiles(document::Layout layout, std::int64_t rows, std::int64_t columns, std::span<const double> speed);

/// Costs of communication in HBSP, in operations of the slowest processor (HBSP report, 2.2).
struct BspCosts {
  double gap = 1;      ///< G: cost of sending one element
  double barrier = 0;  ///< L: cost of a barrier
};

/// The request for a plan of a product.
struct MatmulRequest {
  document::ProductSize size{};  ///< each extent >= 1
  document::Layouts layout{};
  BspCosts table{};                              ///< costs for the table of layouts
  std::int64_t panel = document::default_panel;  ///< columns of A, and rows of B, in a panel
  std::vector<MessageCost> costs = {};           ///< by processor; empty if unknown
  std::vector<double> areas = {};                ///< sizes of the blocks, in any unit; empty: see plan_matmul()
  std::optional<std::int64_t> processors = {};   ///< number with blocks, the fastest ones; absent: all
};

/// The speeds of the processors that may have blocks by the request: the fastest, of equals those of lower rank. 0 for
/// the others.
std::vector<double> usable_speeds(const MatmulRequest& request, std::vector<double> speed);

/// Plans C = A B on processors of unequal speed: the costs of all 27 layouts, and the block of C of each processor.
///
/// Blocks make all processors equally busy. Without known message costs their sizes are proportional to speed. With
/// them slow processors get less, because their small blocks have longer borders per cell. Blocks of given areas are in
/// proportion to these.
///
/// A processor too slow for one whole cell, or not among those of the request, is left out, also of the starts of A and
/// B. Does not predict seconds.
///
/// @throws InputError if a speed is not finite and positive, or the plan would need integers beyond 2^53.
/// Cost: O(rows + columns + N log N) time, O(rows + columns + N) memory.
document::HbspMatmul plan_matmul(const MatmulRequest& request, std::vector<document::Processor> cluster);

/// Whether `speeds` were measured with the kernel of a product, so that they give its seconds.
bool are_matmul_speeds(const document::Speeds& speeds);

/// The precision with which speeds, also those in a plan, were measured: "single", or else "double".
std::string precision_of(const document::Json& kernel_options);

/// Bytes of an element in that precision.
std::int64_t element_bytes_of(const document::Json& kernel_options);

/// Measured G and L, in operations of the slowest processor; nothing if the network or the speed of a product was not
/// measured.
std::optional<BspCosts> bsp_costs(const document::Speeds& speeds);

/// Measured message costs of each processor; empty if they were not measured, or not for a product.
std::vector<MessageCost> message_costs(const document::Speeds& speeds);

/// Whether each processor has the memory that matmul_memory() tells, as far as its memory is known.
bool fits_memory(const document::HbspMatmul& plan, std::int64_t element_bytes);

/// Plans a product, see plan_matmul(), so that every processor has the memory for its parts and panels.
///
/// A plan that fits as it is stays as it is. Otherwise, processors with too little memory get smaller blocks and the
/// others share the rest, and unless the panel is given, narrower panels take the place of wide ones where that
/// shortens the longest busy time by 3 % or more; those of less than 64 lines only where nothing else fits. The blocks
/// are found by trials, see shares::CappedCells.
///
/// @param panel_given  keeps the panel of the request; else plan_with_best_panel() may choose it.
/// @throws InputError  if no trial fits, with the largest product of these proportions for which one does; see also
///   plan_matmul().
/// Cost: that of plan_matmul(); where memory is short, 24 times that for each of seven panels; without a fit, 27 times
/// that.
document::HbspMatmul plan_within_memory(const MatmulRequest& request, const document::Speeds& speeds, bool panel_given);

/// Speed of each processor, in multiply-adds/s, in one panel's product of cells x panel multiply-adds for its block.
/// @param speeds  of the same processors.
std::vector<double> speeds_in(const document::HbspMatmul& plan, const document::Speeds& speeds);

/// Whether the seconds of a product may be those of a replay of each message. A formula gives them else. allowed: under
/// quotas, and where processors share hosts. always: with any measured network.
enum class Replay { allowed, none, always };

/// Predicts seconds from measured speeds; those of the communication also need a measured network.
///
/// Computation: the busy time of the busiest processor, for multiply-adds and messages. Communication: an HBSP
/// superstep without work, whose barrier is one latency per panel, since panels do not wait for all processors; of a
/// single processor with a block, none. Where processors share hosts, the load is that of the busiest link between or
/// inside hosts, or of the busiest host's card. Whole product: under quotas, and where processors share
/// hosts, a replay of each message, else predicted_seconds(). Where processors are left out, the speeds are those among
/// fewer, see speeds::among_fewer().
///
/// Precondition: are_matmul_speeds(speeds), the plan made for the same processors.
/// @return  whether the seconds are those of a replay.
bool predict_seconds(document::HbspMatmul& plan, const document::Speeds& speeds, Replay replay = Replay::allowed);

/// Seconds of the whole product: those in the plan, or else a combination of computation and communication, which
/// overlap except that the first panels must arrive and the last must still be multiplied. Absent if not predicted.
std::optional<double> predicted_seconds(const document::HbspMatmul& plan);

/// Plans a product, see plan_within_memory(), on as many processors as pay.
///
/// The K fastest processors are weighed by predicted seconds. Of up to 64 processors, K is every number; of more, K
/// falls from all to one by a quarter at a time, and then lies halfway between the fastest K and its neighbours, until
/// these are next to it. Blocks of fewer than all processors must fit into memory as they are by speed. The plan has
/// the least seconds, and of equals the most processors. Where predictions are replays, a formula screens the
/// numbers; then all processors are replayed, and three numbers: the best, and the best of other powers of two.
///
/// The request's number of processors is kept. Nothing is chosen without speeds of a product and a measured network.
///
/// @param panel_given  keeps the panel of the request, see plan_within_memory().
/// @return             with predicted seconds if the speeds are those of a product; with candidates if there was a
///                     choice.
/// @throws InputError  see plan_within_memory().
/// Cost: that of plan_within_memory() once, and of plan_matmul() and its prediction 64 or O(log N) times.
document::HbspMatmul plan_on_paying_processors(const MatmulRequest& request, const document::Speeds& speeds,
                                               bool panel_given);

}  // namespace uneven::hbsp
