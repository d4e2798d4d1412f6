// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

/// Hidden units in a SIMD vector, see perceptron::vector_width(). 1 if the speeds do not tell the number of samples of
/// their measurement. Speeds that do not tell their input count as one-hot.
std::int64_t vector_width(const document::Speeds& speeds, const document::Perceptron& network);

/// Seconds of work on rectangles of any form, from speeds measured on near-square ones ("squares").
///
/// Hidden units are rounded up to whole SIMD vectors, in rectangles and in squares. With dense inputs they are not,
/// because OpenBLAS does most of that work.
///
/// A rectangle of h hidden units and s samples takes h s / v, where v is the speed for h s cells. Narrow rectangles: if
/// h < h_square, the hidden units of the square of v, add s sample_s (1 - h / h_square), because the fixed time of a
/// sample is spread over fewer hidden units. If sums of outputs travel, h s / v is multiplied by a factor that grows
/// from 1 to pipelined_slowdown, reached at the hidden units of the processor's square share: fewer hidden units leave
/// chunks more cache. If no sums travel, the factor grows from 1 at h_square to tall_slowdown at all hidden units.
class WorkTime {
 public:
  /// @param speeds   must outlive this.
  /// @param network  for which the speeds were measured.
  WorkTime(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param summed  whether the outputs of one chunk are summed over the column while the next chunk is computed.
  /// @return        seconds of the work on a rectangle of `hidden` x `samples` cells.
  double of(std::size_t processor, double hidden, double samples, bool summed) const;

  /// Amount that a processor fetches again after a message, relative to the measurement, which had the hidden units of
  /// its square share. 1 with dense inputs, where measurements showed no difference.
  double fetched_again(double hidden) const { return vector_width_ == 1 ? 1 : part_of_share(hidden); }

 private:
  double counted(double hidden) const;
  /// `hidden` over the hidden units of the square share, at most 1.
  double part_of_share(double hidden) const;
  void add_curve(const document::MeasuredProcessor& measured);
  /// The processor's speeds on squares, ascending by cells.
  std::span<const document::CurvePoint> curve_of(std::size_t processor) const;
  /// Hidden units of the square whose speed is used for `cells` cells; 0: unknown.
  double square_of(std::span<const document::CurvePoint> curve, double cells) const;
  double times_as_long(const document::MeasuredProcessor& measured, double hidden, double square, bool summed) const;

  const document::Speeds& speeds_;
  double hidden_per_sample_;  ///< hidden units per sample in squares; 0: unknown
  std::int64_t vector_width_;
  double hidden_, hidden_of_share_;
  std::vector<document::CurvePoint> points_;  ///< of all processors
  std::vector<std::size_t> ends_;             ///< of each processor's points
};

/// The speeds that a plan holds: those from which its seconds were predicted, or else those in its cluster.
document::Speeds known_speeds(const document::Partition& plan);

}  // namespace uneven::partition
