#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::draw {

/// Processor `rank` of a plan; one of speed 1 without a host where the plan does not list it.
document::Processor processor(const std::vector<document::Processor>& cluster, std::int64_t rank);

/// Its host made harmless for a terminal; "-" where it is not known.
std::string host(const document::Processor& processor, bool ascii);

}  // namespace uneven::draw
