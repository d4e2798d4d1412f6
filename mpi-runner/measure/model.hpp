#pragma once

#include <string>

#include "comm/communicator.hpp"

namespace uneven::measure {

/// Median of the values of all processors of this one's model, which take the same CPU time for the same: one alone is
/// known but roughly. Collective.
double median_of_model(const comm::Communicator& comm, const std::string& model, double mine);

}  // namespace uneven::measure
