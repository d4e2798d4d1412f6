// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace uneven::trace {

/// How long each row computed, communicated and waited in each of a bounded number of columns of equal length. A row
/// stands for one rank or for several. How long the run is need not be known before: where a span ends behind the last
/// cell, neighbouring cells become one.
///
///     spans of a row      |compute---|wait|com|compute-|
///     columns             |c     |c  w    |com c |c    |
///
/// Memory: 192 bytes for each column of a row.
class Timeline {
 public:
  static constexpr std::size_t accounts = 3;  ///< compute, communicate, wait

  /// No later moment can be added: 10 years.
  static constexpr std::int64_t last_ns = std::int64_t{315'576'000} * 1'000'000'000;

  /// @param most_columns  >= 1.
  Timeline(std::size_t rows, std::size_t most_columns);

  /// @param begin_ns, end_ns  0 <= begin_ns <= end_ns <= last_ns.
  /// Cost: the cells of the span, at most 8 * most_columns.
  void add(std::size_t row, std::size_t account, std::int64_t begin_ns, std::int64_t end_ns);

  /// After all spans: cells become columns, at most `most_columns` and, of 8 * most_columns nanoseconds or more, at
  /// least four fifths of that.
  void settle();

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::int64_t column_ns() const { return cell_ns_; }
  std::int64_t end_ns() const { return end_ns_; }  ///< of the last span; the last column may reach beyond it

  /// Time of an account in columns [first, last) of a row, ns. Sums are exact up to 2^53 ns.
  double ns(std::size_t row, std::size_t account, std::size_t first, std::size_t last) const;

 private:
  double& cell(std::size_t row, std::size_t column, std::size_t account) {
    return ns_[(row * cells_ + column) * accounts + account];
  }
  void join_cells(std::size_t together);

  std::size_t rows_, most_columns_, cells_, columns_ = 0;
  std::int64_t cell_ns_ = 1, end_ns_ = 0;
  std::vector<double> ns_;
};

}  // namespace uneven::trace
