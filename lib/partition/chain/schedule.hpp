// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/options/network_options.hpp"
#include "document/partition.hpp"
#include "schedule/schedule.hpp"

namespace uneven::partition {

/// Names of the work of an iteration on a plan of several hidden layers: schedule::Work::name. Work::index is a layer;
/// Work::part, a group in ChainPart::Layer::groups.
enum ChainTask {
  chain_product,        ///< results = values x weights, partial sums if cut by inputs
  chain_activate,       ///< the units' values of the summed results, in their place
  chain_copy_values,    ///< of the layer before, those that this processor has
  chain_place_outputs,  ///< the last layer's results among all outputs of their samples, for a sum over the column
  chain_output_error,   ///< error of the last layer, and the slopes of its summed results
  chain_gradient,       ///< values^T x slopes
  chain_errors,         ///< slopes x weights^T, partial errors of the inputs if cut by outputs
  chain_copy_errors,    ///< of the layer behind, those that this processor has
  chain_slopes,         ///< slopes of the results from the errors of their units
  chain_pack,           ///< the gradient of a group, for its sum
  chain_unpack,         ///< the sums of all groups of a layer
  chain_update,         ///< the weights of a layer
};

/// Matrices of a layer that are summed or travel; see ChainPart::buffer.
enum ChainBuffer {
  chain_results,
  chain_errors_of_inputs,
  chain_values,
  chain_received_errors,
  chain_all_outputs,
  chain_buffers
};

/// One processor's part of every iteration on a plan of several hidden layers.
struct ChainPart {
  struct Layer {
    document::Side cut = document::Side::outputs;
    document::Range samples, inputs, outputs;  ///< of the part; empty without a rectangle
    std::int64_t all_inputs = 0;               ///< of the matrix
    std::int64_t first_unit = 0;               ///< number of the first output among the units of all layers
    bool counts = false;                       ///< its outputs count in the error; one processor does for each value
    bool bias = false;                         ///< behind its inputs it has the one that is always 1
    std::vector<document::Range> groups;       ///< with several members: units that are cut, from the part's first
    bool works() const { return samples.count > 0; }
    /// Of its weights; the last are biases where it has them.
    std::int64_t rows() const { return inputs.count + bias; }
  };
  std::vector<Layer> layers;
  std::int64_t all_outputs = 0;  ///< of the network
  bool joins_outputs = false;  ///< the processors of its column of the last layer add up their sums before the softmax
  schedule::Schedule schedule;

  static int buffer(std::size_t layer, ChainBuffer which) { return static_cast<int>(layer) * chain_buffers + which; }
  int buffer_of_group(std::size_t layer, std::size_t group) const;
  int buffers() const { return buffer_of_group(layers.size(), 0); }
};

/// One processor's schedule of an iteration: forward, layer by layer, with the sum over its column and what moves to
/// the next; backward likewise; the sums of the gradients travel while earlier layers are computed; last the agreement
/// of all processors, see AgreedWord. What moves is a block of a matrix: rows are samples and columns units, counted
/// from the first of the sender's or the receiver's matrix.
///
/// Biases are weights from one more input of each layer, always 1; processors with the last inputs have it, too.
/// Softmax outputs need all sums of a sample: where a column of the last layer has cut them, each processor places its
/// own among zeros, and the column adds these.
///
/// Only this function fixes the messages of an iteration and their order. ChainTrainer performs them.
/// @param element_bytes  bytes of a number: 4 or 8. @param network  its units.
/// @throws InputError  if there are more communication groups than MPI has tags.
/// Cost: O(messages of all processors).
ChainPart chain_part(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes,
                     const document::NetworkOptions& network = {});

}  // namespace uneven::partition
