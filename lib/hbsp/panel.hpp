#pragma once

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

/// plan_matmul with the width of panels that is predicted to be fastest, or nearly: narrow ones let messages travel
/// beside more of the work, wide ones are fewer. Where messages and work cannot be followed one by one, the request's.
///
/// @throws InputError as plan_matmul.
/// Cost: five times that of plan_matmul and predict_seconds.
document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds);

}  // namespace uneven::hbsp
