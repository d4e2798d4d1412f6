// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "bp/control.hpp"
#include "comm/transport.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "document/options/bp_options.hpp"
#include "document/partition.hpp"
#include "partition/trainer.hpp"

namespace uneven::bp {

/// What one of the processors that share a plan holds while they follow it.
template <class Real>
struct Epoch {
  /// Reads the samples. Collective.
  /// @param team  rank = processor of the plan, all of which have a rectangle.
  /// @param rank  of this process in the plan that the run began with.
  Epoch(comm::Communicator team, document::Partition plan, const document::BpOptions& options,
        const comm::WaitPolicy& wait_policy, int rank);

  comm::Communicator comm;
  document::Partition plan;
  std::vector<int> ranks;  ///< of the processors, in the plan that the run began with
  partition::Part part;
  data::Samples<Real> samples;
  comm::Transport transport;
  Control control;
  std::unique_ptr<partition::Trainer<Real>> trainer;
};

/// The processors of `comm` that have a rectangle go on by themselves. Collective.
/// @param plan  its processors are the ranks of `comm`.
/// @return      null at those that have none.
template <class Real>
std::unique_ptr<Epoch<Real>> make_stage(const comm::Communicator& comm, const document::Partition& plan,
                                        const document::BpOptions& options, const comm::WaitPolicy& wait_policy,
                                        int rank);

}  // namespace uneven::bp
