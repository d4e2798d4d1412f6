// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "data/training/dataset.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

// How a network with biases, and one that is trained on batches, becomes one that a plan and the kernels know.

/// The network that is computed: with biases, one input and one hidden unit more, both always 1. The weights from that
/// input are the hidden units' biases, those of that unit the outputs'.
document::Perceptron computed(const document::Perceptron& network, bool bias);

/// The plan of that network: processors with the last hidden units have the constant one, too.
document::Partition with_bias(document::Partition plan);

/// The processors that have work, ascending.
std::vector<std::int64_t> at_work(const document::Partition& plan);

/// Whether a processor reads training samples. One hidden layer: every processor with work. Several: processors with a
/// part of the first layer (inputs) or of the last (targets), and in any case the first processor with work.
/// @param replans  whether another plan may follow, in which any processor with work may have such a part.
bool reads_samples(const document::Partition& plan, std::int64_t processor, bool replans);

/// The plan for `samples` samples in place of its own: columns keep their shares as nearly as whole numbers can.
/// @throws InputError  if a column has none.
document::Partition for_samples(document::Partition plan, std::int64_t samples);

/// Units of a part. @param network  computed. @param hidden  of the part.
perceptron::Units units_of(const document::NetworkOptions& options, const document::Perceptron& network,
                           document::Range hidden);

/// The same of several hidden layers.
perceptron::Units units_of(const document::NetworkOptions& options);

/// Bounds of the first weights of each layer. @param sizes  of all layers, from the inputs to the outputs.
std::vector<double> bounds_of(const document::NetworkOptions& options, const std::vector<std::int64_t>& sizes);

/// Adds the input that is always 1, behind the others.
template <class Real>
void append_ones(data::Samples<Real>& samples);

/// A part's share of `total` samples, in the order of the parts. @param weight  of the parts, not all 0.
document::Range share_of(const std::vector<double>& weight, std::size_t part, std::int64_t total);

/// Works of the parts of a plan, by processor: of one hidden layer its units x samples, of several weights x samples.
std::vector<double> works_of(const document::Partition& plan);

}  // namespace uneven::bp
