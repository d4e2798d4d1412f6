#pragma once

#include <cstdint>
#include <vector>

#include "partition/layout.hpp"

namespace uneven::partition {

/// Rounds a layout to whole samples and hidden units so that the makespan max_i(m_i s_i / v_i) is as small as possible.
///
/// Without `keep_joined` it is exactly the least: the hidden units of column c are shared so that h_c = max_i(m_i /
/// v_i) is least, and then the samples so that max_c(s_c h_c) is. With it, cuts at one height (equal to the last bit)
/// stay at one height, and samples and cuts are improved in turn.
///
/// @param speeds   v_i by processor, any unit.
/// @param samples  s >= 1.
/// @param hidden   m >= 1.
/// @return         columns without samples and rectangles without hidden units are possible; see leave_out_empty.
/// Cost: O(N log N).
WholeLayout whole_numbers(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                          std::int64_t hidden, bool keep_joined);

/// max_i(m_i s_i / v_i), in units per unit of speed.
double makespan(const Layout& layout, const WholeLayout& whole, const std::vector<double>& speeds);

}  // namespace uneven::partition
