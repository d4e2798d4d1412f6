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

/// The state of one processor during a phase, in which the processors with a rectangle follow one plan.
template <class Real>
struct Phase {
  /// Reads the samples. Collective.
  /// @param team  rank = processor of the plan; every processor has a rectangle.
  /// @param rank  this process's rank in the run's first plan.
  Phase(comm::Communicator team, document::Partition plan, const document::BpOptions& options,
        const comm::WaitPolicy& wait_policy, int rank);

  comm::Communicator comm;
  document::Partition plan;
  std::vector<int> ranks;  ///< by processor: its rank in the run's first plan
  partition::Part part;
  data::Samples<Real> samples;
  comm::Transport transport;
  Control control;
  std::unique_ptr<partition::Trainer<Real>> trainer;
};

/// Begins a phase of the processors of `comm` that have a rectangle in the plan. Collective.
/// @param plan  its processors are the ranks of `comm`.
/// @return      null at processors without a rectangle.
template <class Real>
std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator& comm, const document::Partition& plan,
                                         const document::BpOptions& options, const comm::WaitPolicy& wait_policy,
                                         int rank);

}  // namespace uneven::bp
