// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// A perceptron n-m-l without biases.
struct Perceptron {
  std::int64_t inputs = 0;
  std::int64_t hidden = 0;
  std::int64_t outputs = 0;
};

/// columns: of any number of processors each; grid: as many in each; equal: a grid of equal shares.
enum class PartitionMethod { columns, grid, equal };
/// sorted: neighbours in speed share a column; free: any may.
enum class Order { sorted, free };
/// Objective that a plan minimises: elements sent in an iteration, or its seconds.
enum class Objective { elements, seconds };
/// Quantity that shares make equal. work: work over speed (Ozawa 2004, eq. 9). time: busy time, which includes the CPU
/// time of messages. memory: work over speed, but processors with too little memory have less.
enum class Balance { work, time, memory };

constexpr auto table_of(PartitionMethod) {
  using enum PartitionMethod;
  return std::to_array<Name<PartitionMethod>>({{columns, "columns"}, {grid, "grid"}, {equal, "equal"}});
}
constexpr auto table_of(Order) {
  return std::to_array<Name<Order>>({{Order::sorted, "sorted"}, {Order::free, "free"}});
}
constexpr auto table_of(Objective) {
  return std::to_array<Name<Objective>>({{Objective::elements, "elements"}, {Objective::seconds, "seconds"}});
}
constexpr auto table_of(Balance) {
  return std::to_array<Name<Balance>>({{Balance::work, "work"}, {Balance::time, "time"}, {Balance::memory, "memory"}});
}

/// A column of the unit square: processors that share the same samples, from top to bottom.
struct Column {
  double width = 0;  ///< share of the samples
  std::vector<std::int64_t> processors;
  Range samples;
};

/// The work of one processor: a share `width` of the samples times a share `height` of the hidden units.
struct Rectangle {
  std::int64_t processor = 0;
  std::int64_t column = 0;
  double left = 0, width = 0, top = 0, height = 0;
  Range samples, hidden;
  double cells() const { return static_cast<double>(samples.count) * static_cast<double>(hidden.count); }
};

/// Hidden units that the same processors, one per column, share: they add their partial dV and dW.
struct Group {
  Range hidden;
  std::vector<std::int64_t> processors;  ///< by column
  bool operator==(const Group&) const = default;
};

/// Units of a weight matrix: those from which it takes values, or those to which it brings sums.
enum class Side { inputs, outputs };

constexpr auto table_of(Side) {
  return std::to_array<Name<Side>>({{Side::inputs, "inputs"}, {Side::outputs, "outputs"}});
}

/// The work of one processor on a weight matrix; `hidden` are the units that are cut.
struct LayerRectangle : Rectangle {};

struct LayerPrediction {
  double elements = 0;   ///< Ozawa 2004, eq. (10), on exact shares
  double imbalance = 0;  ///< as PartitionPrediction
  std::optional<double> seconds;
};

/// One weight matrix of a network with several hidden layers: a partition of samples x units of one of its sides.
struct Layer {
  std::int64_t inputs = 0, outputs = 0;  ///< numbers of units
  Side cut = Side::outputs;              ///< whose units the rectangles share
  PartitionMethod method = PartitionMethod::columns;
  Order order = Order::sorted;
  double small_group = 0;
  std::vector<Column> columns;
  std::vector<LayerRectangle> rectangles;  ///< by processor
  std::vector<std::int64_t> left_out;
  LayerPrediction predicted;
  std::int64_t units() const { return cut == Side::inputs ? inputs : outputs; }
};

/// Values sent between two weight matrices, in one direction, in an iteration.
struct Moved {
  std::int64_t elements = 0;  ///< received by all
  std::int64_t largest = 0;   ///< sent and received by the busiest processor
  std::optional<double> seconds;
};

/// The values of the units between two weight matrices: activations go forward, errors backward.
struct Move {
  std::int64_t units = 0;
  Moved forward, backward;
};

/// One partition that was weighed.
struct Candidate {
  PartitionMethod method = PartitionMethod::columns;
  std::int64_t columns = 0;
  std::vector<std::int64_t> sizes;  ///< processors per column
  Order order = Order::sorted;
  double small_group = 0;  ///< cuts closer than this were joined; 0 is none
  Collective collective = Collective::linear;
  std::int64_t processors = 0;    ///< how many of the cluster it uses
  double elements = 0;            ///< Ozawa 2004, eq. (10), on exact shares
  double lower_bound = 0;         ///< of `elements`, for any partition into as many columns
  std::optional<double> seconds;  ///< predicted, per iteration
  bool replayed = false;          ///< `seconds` are those of a replay, else estimated
  bool fits = true;               ///< each processor has the memory for its rectangle, as far as it is known
};

struct PartitionPrediction {
  double elements = 0;
  double lower_bound = 0;
  double imbalance = 0;  ///< max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors used, whole numbers
  std::optional<double> seconds;
  std::optional<SentBytes> bytes{};  ///< per iteration, in single precision
};

/// Times for which the tree of a sum is optimal: those of one child at its parent, for the sum up the tree and the
/// result back down.
struct TreeTimes {
  double compute_s = 0;   ///< receiving and adding a vector, later sending one
  double transfer_s = 0;  ///< other time until a message is there
};

/// Trees of the sums in columns and in groups, each the best for its number of members and these times.
struct SumTrees {
  TreeTimes column, group;
  std::optional<TreeTimes> column_within_host{}, group_within_host{};  ///< of plans with sums_by_host
};

/// Document "partition", made by plan-partition.
struct Partition {
  static constexpr const char* kind = "partition";
  Perceptron network;                       ///< hidden: of all hidden layers
  std::vector<std::int64_t> hidden_layers;  ///< units of each, if there are several; else empty
  std::int64_t samples = 0;
  PartitionMethod method = PartitionMethod::columns;
  Order order = Order::sorted;
  Objective objective = Objective::elements;
  Balance balance = Balance::work;
  Collective collective = Collective::linear;
  bool sums_by_host = false;      ///< sums go inside hosts first: members of a host stand together
  std::optional<SumTrees> trees;  ///< of collective tree; absent: binomial
  double small_group = 0;
  std::vector<Column> columns;
  std::vector<Rectangle> rectangles;  ///< by processor; left-out processors have none
  std::vector<Group> groups;          ///< top to bottom; empty beyond 4,096 processors
  std::vector<Layer> layers;          ///< of several hidden layers; columns, rectangles and groups are then empty
  std::vector<Move> moves;            ///< between neighbouring layers
  std::vector<Candidate> candidates;
  PartitionPrediction predicted;
  std::vector<std::int64_t> left_out;
  std::optional<std::string> input;  ///< form of the inputs that memory was counted for; absent: memory is not known
  std::vector<Processor> cluster;
  Json speeds;  ///< document "speeds" of the cluster, where they tell how long messages take, or null
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json kernel_options = Json::object();
  Json data;  ///< name and bytes of the file that the sizes came from, or null
  MadeBy made_by;
};

/// The communication groups of a sound partition (Ozawa 2004, 4.5), from top to bottom.
/// Cost: O(groups x columns).
std::vector<Group> groups_of(const Partition& partition);

Object describe(const Partition&);

/// Faults beyond the description: that ranges tile, that processors exist, that groups follow from the rectangles.
Faults faults(const Partition& partition);

/// One layer of a plan of several hidden layers, as the partition of a network of one hidden layer for which eq. (10)
/// counts the same elements: its hidden units are those that the layer cuts, each with the layer's weights; outputs are
/// the sums over a column for each sample, 0 if there are none.
Partition partition_of(const Partition& plan, std::size_t layer);

/// Faults of a plan of several hidden layers: that each layer tiles, that sizes and moves follow one another.
Faults faults_of_layers(const Partition& plan);

/// Requires a plan of one hidden layer. @throws InputError  "/layers: ..."
void require_one_hidden_layer(const Partition& plan);

/// Numbers of units of all layers, from the inputs to the outputs: 784-512-256-10.
std::vector<std::int64_t> units_of(const Partition& plan);
std::string text_of(const std::vector<std::int64_t>& units);

/// The reverse of the latter, for any number of hidden layers.
/// @throws UsageError  if it is not three or more integers from 1 to 2^53 - 1.
std::vector<std::int64_t> parse_units(std::string_view text, const std::string& what);

/// The sizes as every tool takes and records them: "203-80-26" is inputs-hidden-outputs.
std::string text_of(const Perceptron& network);

/// The reverse.
/// @param what  names the option in the error.
/// @throws UsageError  if it is not three integers from 1 to 2^53 - 1.
Perceptron parse_perceptron(std::string_view text, const std::string& what);

/// Faults of the kernel_options of kernel "bp", in speeds and reports: the sizes and the form of the input, where told.
Faults faults_of_bp_options(const Json& kernel_options);

}  // namespace uneven::document
