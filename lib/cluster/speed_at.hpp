#pragma once

#include "document/speeds.hpp"

namespace uneven::cluster {

/// Speed for a problem of `units`: between two points of the curve linear in log(units), beyond them that of the
/// nearest; without a curve the processor's one speed.
double speed_at(const document::MeasuredProcessor& processor, double units);

}  // namespace uneven::cluster
