#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// @throws InputError  unless 1 <= clusters <= 16384 and <= points, and given centroids have the points' columns.
void require_clusters(const Settings& settings);

}  // namespace uneven::elements
