#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// The most clusters, or components, of K-means and EM.
inline constexpr std::int64_t most_clusters = 16384;

/// @throws InputError  unless 1 <= clusters <= most_clusters and <= points, and given centroids have the points'
/// columns.
void require_clusters(const Settings& settings);

}  // namespace uneven::elements
