// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

/// The processors of this one's model. They take the same CPU time for the same, and one alone is known but roughly.
class Alike {
 public:
  /// Collective.
  Alike(const comm::Communicator& comm, const std::string& model);

  /// Midmean of their values. Collective.
  double midmean(double mine) const;

  /// This one's mean as theirs make it more probable, see statistics::among_same_model(). Collective.
  /// @param mine  mean 0: there is none, and the others do without it.
  double among(const statistics::Estimate& mine) const;

 private:
  const comm::Communicator& comm_;
  std::vector<std::size_t> ranks_;
};

}  // namespace uneven::measure
