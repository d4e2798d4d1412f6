#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace uneven::search {

/// An example and its distance, units of 1/3072. The order is that of the answer: nearest first, equal ones by row.
struct Neighbour {
  std::int64_t distance = 0;
  std::int64_t row = 0;
  auto operator<=>(const Neighbour&) const = default;
};

/// The k nearest of what was offered, in any order; with `ties`, also all that are as near as the k-th.
class Nearest {
 public:
  /// @param k  at least 1.
  Nearest(std::int64_t k, bool ties);

  /// The largest distance at which an example of row `row` or a later one can still be among the nearest.
  std::int64_t limit(std::int64_t row) const;

  /// Whether there are k, so that the limit is finite.
  bool full() const { return full_; }

  /// Cost: amortised O(1) while the answer is short.
  void offer(Neighbour neighbour);
  void merge(const std::vector<Neighbour>& neighbours);

  /// Makes `limit` as low as what was offered allows. Cost: linear in what is kept.
  void settle();
  std::vector<Neighbour> sorted() const;

 private:
  std::size_t k_;
  bool ties_;
  std::size_t settle_at_;
  bool full_ = false;
  Neighbour worst_;  // the k-th, once there are k
  std::vector<Neighbour> kept_;
};

}  // namespace uneven::search
