// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/common.hpp"
#include "document/options/command_options.hpp"

namespace uneven::command {

/// The units of one call of the user's program.
struct Piece {
  document::Range units;
  int owner = 0;       ///< static: the rank whose share they are of; else the rank that they are given to
  int failures = 0;    ///< calls that failed
  int failed_at = -1;  ///< rank of the last of them
};

/// What the pieces are cut from, and how.
struct Cutting {
  document::CallMethod method = document::CallMethod::shares;
  std::int64_t multiple_of = 1;         ///< each piece is a multiple of it, but for the ends of shares
  std::int64_t least = 1;               ///< self-scheduling: the smallest piece
  std::optional<std::int64_t> piece{};  ///< fixed size; absent: by the method
};

/// The parts of `whole` that are in none of `done`, which may lie anywhere, in order.
std::vector<document::Range> rest_of(document::Range whole, const std::vector<document::Range>& done);

/// Decides which piece a rank that is free gets next.
///
/// *static*: each rank gets its share, as one piece, or cut in pieces of a fixed size.
/// *self-scheduling*: of all units that are left, a rank gets its part, by speed, of one half, so that pieces decrease.
/// *stealing*: each share is cut in pieces; a rank whose own are gone takes the end of the share whose rank needs the
/// longest for what it has left. A piece lasts an eighth of the whole run, by the speed that the rank's calls have
/// shown; towards the end half of what is left of it, but not below a fourth of the first pieces.
///
/// A rank without a share gets nothing in any method. A piece that failed comes before all others, and goes to another
/// rank than the one at which it failed last, if there is one.
class Dealer {
 public:
  /// @param shares  by rank; together they are 0 .. n - 1.
  /// @param speed   by rank, units/s, > 0.
  /// @param done    units that need no call.
  Dealer(const Cutting& cutting, const std::vector<document::Range>& shares, const std::vector<double>& speed,
         const std::vector<document::Range>& done);

  /// Whether the rank takes part.
  bool takes_part(int rank) const { return shared_[static_cast<std::size_t>(rank)]; }

  /// The next piece of a rank, if there is one for it now. Cost: O(p).
  std::optional<Piece> next(int rank);

  /// Tells how long the call for a piece has taken, start included.
  void learn(int rank, std::int64_t units, double seconds);

  /// Deals a piece once more that has failed at piece.failed_at, or began in an earlier run.
  void give_back(const Piece& piece) { failed_.push_back(piece); }

 private:
  using Queue = std::vector<document::Range>;  ///< what is left, the next one at the back

  std::optional<Piece> next_failed(int rank);
  std::int64_t size_for(int rank) const;
  double stealing_size(int rank) const;
  std::vector<double> shown_speeds() const;
  document::Range cut(std::size_t from, std::int64_t size);
  document::Range cut_last(std::size_t from, std::int64_t size);
  std::size_t richest() const;

  struct Shown {
    double units = 0, seconds = 0;  ///< of all its calls
  };

  Cutting cutting_;
  std::int64_t all_units_ = 0;
  std::vector<double> speed_;  ///< as planned
  std::vector<Shown> shown_;   ///< by rank
  std::vector<bool> shared_;
  int participants_ = 0;
  double total_speed_ = 0;                ///< of those that take part
  std::vector<Queue> left_;               ///< by rank; self-scheduling: of all, in one queue
  std::vector<std::int64_t> left_units_;  ///< in each queue
  std::vector<Piece> failed_;
};

}  // namespace uneven::command
