// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

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

}  // namespace uneven::hbsp
