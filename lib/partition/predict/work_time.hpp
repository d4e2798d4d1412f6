// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

/// Hidden units in a vector, see perceptron::vector_width(); 1 also where the speeds do not tell for how many samples
/// they were measured. Without their input they count as one-hot.
std::int64_t vector_width(const document::Speeds& speeds, const document::Perceptron& network);

/// What the work of rectangles takes, from speeds measured of near-square ones.
///
/// Hidden units count as whole vectors of them, of the rectangle as of the squares that were measured, but those of
/// dense inputs, most of whose work OpenBLAS does.
///
/// A rectangle of h hidden units and s samples takes h s / v, v the speed for so many cells, and, if it has fewer
/// hidden units than the square that v was measured of, s sample_s (1 - h / h_square) more: what a sample takes by
/// itself is spread over fewer of them. In the order of messages h s / v takes pipelined_slowdown times as long with as
/// many hidden units as the square share has that it was measured of, less with fewer, whose chunks leave more of a
/// cache to each other; where no sums travel, with all hidden units, tall_slowdown times as long, less with fewer.
class WorkTime {
 public:
  /// @param speeds   must outlive this.
  /// @param network  of the speeds.
  WorkTime(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param summed  whether sums of its samples' outputs travel while others are computed.
  /// @return        seconds.
  double of(std::size_t processor, double hidden, double samples, bool summed) const;

  /// What a processor fetches again after a message, over what it does with the hidden units of its square share, with
  /// which it was measured. With dense inputs that was seen to be the same for any number of them.
  double fetched_again(double hidden) const { return vector_width_ == 1 ? 1 : part_of_share(hidden); }

 private:
  double counted(double hidden) const;
  /// Hidden units over those of the square share, at most 1.
  double part_of_share(double hidden) const;
  void add_curve(const document::MeasuredProcessor& measured);
  /// Of the processor: speeds of squares by their cells, ascending.
  std::span<const document::CurvePoint> curve_of(std::size_t processor) const;
  /// Hidden units of the near-square part whose speed counts for so many cells; 0: unknown.
  double square_of(std::span<const document::CurvePoint> curve, double cells) const;
  double times_as_long(const document::MeasuredProcessor& measured, double hidden, double square, bool summed) const;

  const document::Speeds& speeds_;
  double hidden_per_sample_;  ///< of squares; 0: unknown
  std::int64_t vector_width_;
  double hidden_, hidden_of_share_;
  std::vector<document::CurvePoint> points_;  ///< of all processors
  std::vector<std::size_t> ends_;             ///< of each processor's points
};

/// What a plan knows of its processors: the speeds that seconds were predicted of, or what the cluster tells.
document::Speeds known_speeds(const document::Partition& plan);

/// A processor gets so many times less CPU time than it had: all that it does takes longer, messages too.
void slow_down(document::MeasuredProcessor& processor, double times);

}  // namespace uneven::partition
