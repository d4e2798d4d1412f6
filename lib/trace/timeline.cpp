// SPDX-License-Identifier: MIT
#include "trace/timeline.hpp"

#include <algorithm>

namespace uneven::trace {
namespace {

/// Of a column, so that the number of columns depends little on how long the run is.
constexpr std::size_t cells_of_column = 8;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

Timeline::Timeline(std::size_t rows, std::size_t most_columns)
    : rows_(rows), most_columns_(most_columns), cells_(cells_of_column * most_columns), ns_(rows * cells_ * accounts) {}

void Timeline::join_cells(std::size_t together) {
  for (std::size_t row = 0; row < rows_; ++row)
    for (std::size_t to = 0; to < cells_; ++to)
      for (std::size_t account = 0; account < accounts; ++account) {
        double sum = 0;
        for (std::size_t from = to * together; from < std::min(cells_, (to + 1) * together); ++from)
          sum += cell(row, from, account);
        cell(row, to, account) = sum;
      }
  cell_ns_ *= static_cast<std::int64_t>(together);
}

void Timeline::add(std::size_t row, std::size_t account, std::int64_t begin_ns, std::int64_t end_ns) {
  while (end_ns > cell_ns_ * static_cast<std::int64_t>(cells_)) join_cells(2);
  end_ns_ = std::max(end_ns_, end_ns);
  for (std::int64_t at = begin_ns / cell_ns_; begin_ns < end_ns; ++at) {
    const std::int64_t to = std::min(end_ns, (at + 1) * cell_ns_);
    cell(row, static_cast<std::size_t>(at), account) += static_cast<double>(to - begin_ns);
    begin_ns = to;
  }
}

void Timeline::settle() {
  const auto most = static_cast<std::int64_t>(most_columns_);
  join_cells(static_cast<std::size_t>(std::max<std::int64_t>(1, ceil_div(ceil_div(end_ns_, cell_ns_), most))));
  columns_ = static_cast<std::size_t>(ceil_div(end_ns_, cell_ns_));
}

double Timeline::ns(std::size_t row, std::size_t account, std::size_t first, std::size_t last) const {
  double sum = 0;
  for (std::size_t column = first; column < last; ++column) sum += ns_[(row * cells_ + column) * accounts + account];
  return sum;
}

}  // namespace uneven::trace
