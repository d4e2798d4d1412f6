// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/cost.hpp"

namespace uneven::partition {

/// A partition in whole numbers, with the place of each processor.
struct Shape {
  Arrangement columns;
  WholeLayout whole;
  std::vector<std::int32_t> column, row;  ///< by processor, shape [N]; -1: it has no rectangle

  Shape() = default;
  Shape(Arrangement columns, WholeLayout whole, std::size_t processors);
  /// @param layer  without faults.
  Shape(const document::Layer& layer, std::size_t processors);
};

/// Where the values of one layer of units are, units x samples. Two forms:
///
///     rectangles   a processor has the units and samples of its rectangle; the shape is a partition of these units
///     whole        a processor has all units of its column's samples, as the sum over a column leaves them
///
///     rectangles of {P0, P1}, {P2}      the same shape, whole
///       +-----+---+ samples               +-----+---+
///       | P0  |   |                       | P0  |   |
///       +-----+P2 |                       | and | P2|
///       | P1  |   |                       | P1  |   |
///       +-----+---+                       +-----+---+
class Placement {
 public:
  /// @param shape  must outlive this. @param units  of the layer.
  Placement(const Shape& shape, std::int64_t units, bool whole);

  std::size_t processors() const { return shape_->column.size(); }
  const Arrangement& columns() const { return shape_->columns; }
  /// -1: the processor has nothing.
  std::int32_t column_of(std::int64_t processor) const { return shape_->column[static_cast<std::size_t>(processor)]; }
  const document::Range& samples_of(std::size_t column) const { return shape_->whole.samples[column]; }
  bool whole() const { return whole_; }

  /// The samples and units that a processor has; empty ranges for nothing.
  document::Range samples_at(std::int64_t processor) const;
  document::Range units_at(std::int64_t processor) const;
  /// The units that a processor sends, for its column's samples, to processors that lack them: its own units, if they
  /// are rectangles; where all of a column have the same, an equal slice for each, in the column's order.
  document::Range served_by(std::int64_t processor) const;
  /// Values of `units` units for these samples; a value that k processors have counts k times. Cost: O(log C).
  std::int64_t copies(std::int64_t units, const document::Range& samples) const;
  bool is(const Placement& other) const { return shape_ == other.shape_ && whole_ == other.whole_; }

 private:
  std::int64_t copies_before(std::int64_t sample) const;
  std::int64_t row_of(std::int64_t processor) const { return shape_->row[static_cast<std::size_t>(processor)]; }

  const Shape* shape_;
  std::int64_t units_;
  bool whole_;
  std::vector<std::int64_t> before_;  ///< samples times processors of the columns before each, if whole; shape [C]
};

/// The values that processors send each other to bring values from one placement into another.
struct Exchange {
  std::vector<std::int64_t> sent, received;  ///< values, by processor

  std::int64_t elements() const;  ///< received by all
  std::int64_t largest() const;   ///< sent and received by the busiest
};

/// A processor receives its values of `to` that it does not have in `from`; Placement::served_by() names the senders.
///
/// The values that a processor has already are the overlap of its two rectangles. The number that it sends follows from
/// how often the values that it serves occur in `to`, less the copies that need no message: only members of one column
/// have the same values, so one sweep over each column's members, in the order of their units, is enough.
/// @param from, to  of the same units and samples, and as many processors.
/// Cost: O(N log N).
Exchange exchange(const Placement& from, const Placement& to);

/// Received by the processor that receives most; at most exchange().largest(). Cost: O(N).
std::int64_t most_received(const Placement& from, const Placement& to);

/// One message of an exchange: a rectangle of values.
struct Delivery {
  std::int64_t from = 0, to = 0;  ///< processors
  document::Range units, samples;
  bool operator==(const Delivery&) const = default;
};

/// The messages of an exchange: by columns of `from` and `to` from left to right, then from top to bottom. Together
/// they have exchange().elements() values, each once.
///
/// Sweeps over the columns of both, and for each pair with samples in common over the cuts of both.
/// Cost: O(messages), and O(processors of both columns) for each pair.
std::vector<Delivery> deliveries(const Placement& from, const Placement& to);

}  // namespace uneven::partition
