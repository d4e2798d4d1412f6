#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// What one processor sends to others and receives from them in a product.
struct Traffic {
  double sent = 0;      ///< elements
  double received = 0;  ///< elements
  double messages = 0;  ///< sent and received: one per panel, matrix and partner
};

/// What every processor of the cluster sends and receives when each element of A goes from where it starts to every
/// processor with its row of C, and each element of B to every processor with its column.
///
/// Shape [N]. Cost: O(n + N).
std::vector<Traffic> traffic(const document::HbspMatmul& plan);

}  // namespace uneven::hbsp
