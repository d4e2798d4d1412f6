// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/checksum.hpp"
#include "elements/kernels/kernels.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Random bits, a function of the arguments alone. Each argument is mixed in by itself, so that neighbouring seeds give
/// unrelated bits.
constexpr std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  return mix(mix(mix(seed + golden) + round + golden) + number + golden);
}

/// A number above 0 and below 1.
inline double uniform(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  return (static_cast<double>(mixed_bits(seed, round, number) >> 12) + 0.5) * 0x1p-52;
}

/// k-means++ as supersteps: each chooses one more centroid, a point with probability in proportion to its squared
/// distance to the nearest one chosen so far.
///
/// A block of total weight W draws ln(1/u) / W; the block with the least draw is chosen with probability in proportion
/// to W, which needs no sum over the blocks and is the same wherever they are; inside it, a point by its share of W.
/// Source: Arthur and Vassilvitskii, SODA 2007, section 2.2; Efraimidis and Spirakis, Inf. Process. Lett. 97, 2006.
struct Seeding {
  std::uint64_t seed = 1;
  int dimensions = 1;

  /// Doubles of a candidate: its draw, then its coordinates.
  int message() const { return 1 + dimensions; }

  /// The block's candidate. @param first  number of its first point. @param chosen  centroids so far, shape [n,
  /// dimensions].
  void propose(const Points& points, std::int64_t first, std::span<const double> chosen, double* candidate) const;

  /// Keeps the candidate with the smaller draw; ties keep the left one.
  void keep_better(double* into, const double* from) const;
};

/// The block's point that is farthest from the nearest of the centroids; its draw is minus the squared distance. 0:
/// every point lies where a centroid does.
void propose_farthest(const Points& points, std::span<const double> centroids, double* candidate);

/// The block's point with the coordinate that is largest in size; its draw is minus that.
void propose_largest(const Points& points, double* candidate);

/// The block's point that is farthest from `first` in one coordinate; its draw is minus half of that distance, which is
/// a finite number. If `first` is empty, the block's first point.
void propose_widest(const Points& points, std::span<const double> first, double* candidate);

/// Index of the place nearest to `point`, of places of shape [n, dimensions].
std::int64_t nearest_place(const double* point, std::span<const double> places, int dimensions);

/// The largest magnitude of numbers; 0 without numbers.
double largest_size(std::span<const double> numbers);

/// What K-means and EM have in common: the points of group 0 send to clusters, the elements of the central group 1, and
/// to group 2, whose one element knows where the run stands. Seeding chooses points for the start.
///
/// A message to group 2 is the block's part of the objective, then a candidate.
class Clustering : public Program {
 public:
  /// @throws InputError  see require_clusters().
  explicit Clustering(const Settings& settings);

  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  /// Iterations done: the first round only weighs the points by what the run begins with.
  std::int64_t iterations(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }

  /// How many numbers the points are told at the end of a run that is not stopped early.
  virtual std::int64_t numbers_told() const = 0;

  /// Whether a run with the objective a is better than one with b.
  virtual bool is_better(double a, double b) const = 0;

  enum { points, clusters, run };

  /// The first fields of the element of group `run`.
  enum { phase, rounds_done, common_fields };

 protected:
  /// The groups; the caller names group `clusters` and its fields.
  std::vector<Group> groups_with(Group clusters, int run_fields) const;

  /// Whether a run ends here that goes on until it has settled or done its iterations.
  bool ends(const State& state) const;

  /// What any state must have so that a run can resume from it.
  bool is_possible(const State& state, int last) const;

  Settings settings_;
  int d_;  ///< dimensions
  Seeding seeding_;
};

}  // namespace uneven::elements
