// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// Trains a perceptron of several hidden layers: sigmoid units, no biases, all samples in each iteration. Collective.
///
/// All processors of the plan take part in the agreement after each iteration, also those without a part of a layer.
/// @return             the report at the processor of the first weights, nothing at the others.
/// @throws InputError  for options that only trainings of one hidden layer have, naming the first.
std::string train_chain(const document::Partition& plan, const document::BpOptions& options,
                        const runner::Context& context, const comm::Communicator& comm);

/// Ends with an InputError that names the first option that train_chain() has not.
void require_options_of_chain(const document::BpOptions& options);

}  // namespace uneven::bp
