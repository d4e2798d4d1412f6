// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "bp/weights.hpp"
#include "data/dataset.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/schedule.hpp"
#include "simulated/runs.hpp"
#include "simulated/training.hpp"

namespace uneven::simulated {

/// Data of all ranks of a training that computes.
template <class Real>
struct TrainingData {
  std::vector<data::Samples<Real>> samples;  ///< shape [p]
  bp::Whole<Real> weights;                   ///< at first; empty: made up from the seed
};

/// Resolves the paths of a training's files, and refuses what a simulation does not do.
/// @throws InputError
void prepare(document::BpOptions& options, const document::Job& job, const document::Partition& plan,
             const Setting& setting);

/// Reads or makes up the samples of all ranks, and reads the first weights.
/// @param plan  without processors left out. @throws SystemError  if this machine has not the memory of all ranks.
template <class Real>
TrainingData<Real> load(const document::BpOptions& options, const document::Partition& plan,
                        const std::vector<partition::Part>& parts);

/// Lets a rank compute on its data from the first weights.
template <class Real>
void begin(Training<Real>& training, const TrainingData<Real>& data, std::size_t rank, const partition::Part& part,
           const document::BpOptions& options, const document::Perceptron& network);

/// Writes the weights and adds the errors and the accuracy to the report.
/// @param ranks  shape [p].
template <class Real>
void finish(document::Report& report, const document::BpOptions& options, const document::Partition& plan,
            const std::vector<std::unique_ptr<Training<Real>>>& ranks, bool one_hot);

}  // namespace uneven::simulated
