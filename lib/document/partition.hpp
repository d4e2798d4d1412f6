// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
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

/// One partition that was weighed.
struct Candidate {
  std::string method;  ///< columns | grid | equal
  std::int64_t columns = 0;
  std::vector<std::int64_t> sizes;    ///< processors per column
  std::string order = "sorted";       ///< sorted | free
  double small_group = 0;             ///< cuts closer than this were joined; 0 is none
  std::string collective = "linear";  ///< linear | tree | ring
  std::int64_t processors = 0;        ///< how many of the cluster it uses
  double elements = 0;                ///< Ozawa 2004, eq. (10), on exact shares
  double lower_bound = 0;             ///< of `elements`, for any partition
  std::optional<double> seconds;      ///< predicted, per iteration
};

struct PartitionPrediction {
  double elements = 0;
  double lower_bound = 0;
  double imbalance = 0;  ///< max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors used, whole numbers
  std::optional<double> seconds;
  std::optional<SentBytes> bytes{};  ///< per iteration, in single precision
};

/// What the tree of a sum is made for: the times of one member for one of its children, up and back down.
struct TreeTimes {
  double compute_s = 0;   ///< receiving and adding a vector, later sending one
  double transfer_s = 0;  ///< what else passes until a message is there
};

/// Trees of the sums in columns and in groups, each the best for so many members and these times.
struct SumTrees {
  TreeTimes column, group;
};

/// Document "partition", made by plan-partition.
struct Partition {
  Perceptron network;
  std::int64_t samples = 0;
  std::string method = "columns";      ///< columns | grid | equal
  std::string order = "sorted";        ///< sorted | free
  std::string objective = "elements";  ///< elements | seconds
  std::string balance = "work";        ///< work | time: what processors have equally much of
  std::string collective = "linear";   ///< linear | tree | ring
  std::optional<SumTrees> trees;       ///< of collective tree; absent: binomial
  double small_group = 0;
  std::vector<Column> columns;
  std::vector<Rectangle> rectangles;  ///< by processor; left-out processors have none
  std::vector<Group> groups;          ///< top to bottom; empty beyond 4,096 processors
  std::vector<Candidate> candidates;
  PartitionPrediction predicted;
  std::vector<std::int64_t> left_out;
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

const Object& description_of(const Partition&);

/// What the description cannot say: that ranges tile, that processors exist, that groups follow from the rectangles.
Faults faults(const Partition& partition);

/// From JSON that is sound by its description; `faults` tells whether it is sound.
Partition partition_from_json(const Tree& json);
void write_document(std::ostream& out, const Partition& partition, bool compact);

}  // namespace uneven::document
