#pragma once

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

/// What the work of rectangles takes, from speeds measured of near-square ones.
///
/// A rectangle of h hidden units and s samples takes h s / v, v the speed for so many cells, and, if it has fewer
/// hidden units than the square that v was measured of, s sample_s (1 - h / h_square) more: what a sample takes by
/// itself is spread over fewer of them. In the order of messages h s / v takes beside_work times as long.
class WorkTime {
 public:
  /// @param speeds   must outlive this.
  /// @param network  of the speeds.
  WorkTime(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param in_order_of_messages  whether sums of its samples travel while others are computed.
  /// @return                      seconds.
  double of(std::size_t processor, double hidden, double samples, bool in_order_of_messages) const;

 private:
  const document::Speeds& speeds_;
  double hidden_per_sample_;  ///< of squares; 0: unknown
};

}  // namespace uneven::partition
