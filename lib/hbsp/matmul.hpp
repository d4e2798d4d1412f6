// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/cost.hpp"

namespace uneven::hbsp {

/// What HBSP charges for, in operations of the slowest processor (HBSP report, 2.2).
struct BspCosts {
  double gap = 1;      ///< G: sending one element
  double barrier = 0;  ///< L
};

/// What a product is planned for.
struct MatmulRequest {
  std::int64_t size = 0;  ///< n >= 1
  document::Layouts layout{};
  BspCosts table{};                              ///< of the table of layouts
  std::int64_t panel = document::default_panel;  ///< columns of A, and rows of B, that travel at a time
  std::vector<MessageCost> costs = {};           ///< of each processor; empty if not known
};

/// Plans C = A B on processors of unequal speed: the costs of all 27 layouts, and who computes which block of C.
///
/// A block is as large as makes its processor as busy as the others: in proportion to speed, less what messages take
/// where their cost is known, which weighs more on slow processors with their longer borders per cell.
///
/// A processor too slow for one whole cell is left out, also of the starts of A and B. Seconds are not predicted.
///
/// @throws InputError if a speed is not finite and positive, or the plan would need integers beyond 2^53.
/// Cost: O(n + N log N) time, O(n + N) memory.
document::HbspMatmul plan_matmul(const MatmulRequest& request, std::vector<document::Processor> cluster);

/// Whether `speeds` are those of the kernel that a product runs, so that seconds follow from them.
bool are_matmul_speeds(const document::Speeds& speeds);

/// The precision that speeds, also those in a plan, were measured with: "single", or else "double".
std::string precision_of(const document::Json& kernel_options);

/// Bytes of an element in that precision.
std::int64_t element_bytes_of(const document::Json& kernel_options);

/// G and L as measured, in operations of the slowest processor; nothing where the network or the speed of a product was
/// not measured.
std::optional<BspCosts> bsp_costs(const document::Speeds& speeds);

/// What messages cost each processor, as measured; empty where it was not, or not for a product.
std::vector<MessageCost> message_costs(const document::Speeds& speeds);

/// Predicts seconds from measured speeds; those of the communication need a measured network too.
///
/// The computation takes as long as the busiest processor, with multiply-adds and messages. The communication is an
/// HBSP superstep without work, whose barrier is one latency per panel, since panels do not wait for all. Together they
/// take what following each message tells, under quotas, or else predicted_seconds.
///
/// Precondition: are_matmul_speeds(speeds), the plan made for the same processors.
void predict_seconds(document::HbspMatmul& plan, const document::Speeds& speeds);

/// Seconds of the whole product, as the plan has them or else from those of its two parts: the panels travel beside the
/// computation, except the first ones, and the last is still to be multiplied. Absent if not predicted.
std::optional<double> predicted_seconds(const document::HbspMatmul& plan);

}  // namespace uneven::hbsp
