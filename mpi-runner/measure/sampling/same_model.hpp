// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

/// The processors of this processor's model. They need the same CPU time for the same work, so pooling their values
/// reduces the error of each.
class Alike {
 public:
  /// Collective.
  Alike(const comm::Communicator& comm, const std::string& model);

  /// Midmean of the values of all processors of the model. Collective.
  double midmean(double mine) const;

  /// Best estimate of this processor's value among those of its model, see statistics::among_same_model(). Collective.
  /// @param mine  this processor's estimate; a mean of 0 means no measurement, and the others ignore it.
  double among(const statistics::Estimate& mine) const;

 private:
  const comm::Communicator& comm_;
  std::vector<std::size_t> ranks_;
};

}  // namespace uneven::measure
