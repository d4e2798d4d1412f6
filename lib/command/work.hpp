// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/input/file.hpp"
#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "shares/parts.hpp"

namespace uneven::command {

/// The work of a plan, as the calls of a command get it.
///
/// Its units are numbered over all ranks. Of hbsp-elements they are the elements. Of array-shares they are the cells,
/// numbered block after block in the order of the ranks, and a call gets a whole block:
///
///     rank 0  rows 0-1, columns 0-2    units 0-5
///     rank 1  rows 2-3, columns 0-2    units 6-11
struct Work {
  std::int64_t count = 0;                    ///< units of all ranks
  std::int64_t multiple_of = 1;              ///< divides the units of each call but those at the ends of shares
  std::vector<document::Range> ranges;       ///< units of each rank, in order
  std::vector<shares::Part> blocks;          ///< of an array, by rank; empty: the work is no array
  std::vector<document::Processor> cluster;  ///< by rank
  std::optional<double> seconds;             ///< predicted makespan
  std::vector<std::optional<double>> memory_bytes{};  ///< of the share of each rank, where the plan tells
  double memory_per_unit_bytes = 0, memory_fixed_bytes = 0;

  bool is_array() const { return !blocks.empty(); }
};

/// Precondition of these: the plan is sound.
Work work_of(const document::HbspElements& plan);
Work work_of(const document::ArrayShares& plan);

/// The kinds of plans with such work.
const std::vector<std::string>& kinds_with_work();

/// The work of a plan of one of these kinds.
Work work_of(const document::Tree& plan);

/// The values that a call gets, without its host.
/// @param owner  the rank that the plan gives the units to.
shares::Values values_of(const Work& work, document::Range units, int owner);

/// Checksum of the blocks of an array, which tells two plans with equally many cells apart; "" if it is no array.
std::string checksum_of_blocks(const Work& work);

/// Blocks are not cut, and have no lines. @throws UsageError  for options that would need it.
void require_fitting(const document::CommandOptions& options, const Work& work);

/// Bytes that the largest call on a processor occupies; nothing where the plan does not tell.
std::optional<double> bytes_of_call(const Work& work, const document::CommandOptions& options, std::size_t processor);

/// Bytes of a file.
struct Bytes {
  std::int64_t offset = 0;
  std::int64_t count = 0;
  std::int64_t end() const { return offset + count; }
  bool operator==(const Bytes&) const = default;
};

/// Where the lines of a file lie. A last line need not end in LF. Memory: 8 bytes for each 1,024 lines.
class LineIndex {
 public:
  /// Reads the file once. @throws OpenError, IoError
  explicit LineIndex(const std::string& path);

  /// Number of lines.
  std::int64_t lines() const { return lines_; }

  std::int64_t bytes() const { return file_.bytes(); }

  /// The bytes of lines, with their ends. @param lines  within the file. Cost: at most 2,048 lines are read.
  Bytes bytes_of(document::Range lines);

  /// These bytes. @throws IoError
  std::string text_of(document::Range lines);

 private:
  std::int64_t start_of(std::int64_t line);

  data::InputFile file_;
  std::int64_t lines_ = 0;
  std::vector<std::int64_t> starts_;  ///< of every 1,024th line
};

/// The units of one call of the user's program.
struct Piece {
  document::Range units;
  int owner = 0;       ///< static: the rank whose share has these units; else the rank that gets the piece
  int failures = 0;    ///< calls that failed
  int failed_at = -1;  ///< rank of the last of them
};

/// How the units are cut in pieces.
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
/// *stealing*: each share is cut in pieces; a rank that has finished its share takes the end of the share with the
/// longest remaining time. A piece has p min(n / 8, r / 2) units, but at least p n / 32: n is the number of units of
/// the run, r the number left, p the rank's fraction of the total speed, by the calls so far.
///
/// A rank without a share gets nothing in any method. Shares of ranks that are absent are dealt to the others: static
/// before their own, in the same pieces. A piece that failed comes before all others, and goes to another
/// rank than the one at which it failed last, if there is one.
class Dealer {
 public:
  /// @param shares  by rank; together they are 0 .. n - 1.
  /// @param speed   by rank, units/s, > 0.
  /// @param done    units that need no call.
  /// @param absent  ranks that will ask for nothing, ascending.
  Dealer(const Cutting& cutting, const std::vector<document::Range>& shares, const std::vector<double>& speed,
         const std::vector<document::Range>& done, const std::vector<std::int64_t>& absent = {});

  /// Whether the rank takes part.
  bool takes_part(int rank) const { return shared_[static_cast<std::size_t>(rank)]; }

  /// The next piece of a rank, if there is one for it now. Cost: O(p).
  std::optional<Piece> next(int rank);

  /// Tells how long the call for a piece has taken, start included.
  void learn(int rank, std::int64_t units, double seconds);

  /// Deals a piece once more that has failed at piece.failed_at, or began in an earlier run.
  void give_back(const Piece& piece) { failed_.push_back(piece); }

 private:
  using Queue = std::vector<document::Range>;  ///< the units left, the next range at the back

  std::optional<Piece> next_failed(int rank);
  void give_away(int absent);
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
