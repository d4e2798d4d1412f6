// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "partition/search/methods.hpp"

namespace uneven::partition {

namespace {

/// Greatest x in [good, bad) with holds(x); holds is true up to some point and false from there, true at `good`.
template <typename T, typename Predicate>
T last_true(T good, T bad, Predicate holds) {
  while (bad - good > 1) {
    const T middle = good + (bad - good) / 2;
    (holds(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

ColumnsSearch::ColumnsSearch(const std::vector<std::int64_t>& ascending, Collective collective)
    : prefix_(ascending.size() + 1, 0), collective_(collective) {
  for (std::size_t i = 0; i < ascending.size(); ++i) prefix_[i + 1] = prefix_[i] + ascending[i];
}

bool ColumnsSearch::fits(std::int64_t first, std::int64_t count, Wide limit) const {
  return column_fits(collective_, count, prefix_[first + count] - prefix_[first], limit);
}

/// Most processors from `first` on that fit into one column, between 1 (which costs nothing) and `at_most`.
std::int64_t ColumnsSearch::longest(std::int64_t first, std::int64_t at_most, Wide limit) const {
  const std::int64_t bound = std::min(at_most, processors() - first);
  return last_true<std::int64_t>(1, bound + 1, [&](std::int64_t count) { return fits(first, count, limit); });
}

/// How many columns of `size` in a row fit from `first` on, at least the one that is known to; they grow wider.
std::int64_t ColumnsSearch::repeats(std::int64_t first, std::int64_t size, Wide limit) const {
  const std::int64_t most = (processors() - first) / size;
  const auto holds = [&](std::int64_t count) { return fits(first + (count - 1) * size, size, limit); };
  std::int64_t good = 1, step = 1;
  while (good + step <= most && holds(good + step)) good += step, step *= 2;
  return last_true(good, std::min(good + step, most + 1), holds);
}

std::int64_t ColumnsSearch::fewest_columns(Wide limit) const {
  std::int64_t columns = 0;
  std::int64_t size = processors();
  for (std::int64_t first = 0; first < processors();) {
    size = longest(first, size, limit);
    const std::int64_t count = repeats(first, size, limit);
    columns += count;
    first += count * size;
  }
  return columns;
}

Wide ColumnsSearch::least_maximum(std::int64_t columns, Wide high) const {
  return last_true<Wide>(-high, 1, [&](Wide negated) { return fewest_columns(-negated) <= columns; }) * -1;
}

Wide ColumnsSearch::least_maximum(std::int64_t columns) const {
  return least_maximum(columns, column_cost(collective_, processors(), total()));
}

std::vector<std::int64_t> ColumnsSearch::sizes(std::int64_t columns, Wide limit) const {
  std::vector<std::int64_t> result;
  result.reserve(static_cast<std::size_t>(columns));
  std::int64_t first = 0;
  for (std::int64_t c = 0; c < columns; ++c) {
    // Every column still to come needs a processor.
    const std::int64_t at_most = processors() - first - (columns - c - 1);
    result.push_back(longest(first, at_most, limit));
    first += result.back();
  }
  return result;
}

std::vector<Visited> sweep(const ColumnsSearch& search, const Problem& problem) {
  const auto [within, between] = weights_of(problem);
  const auto total = static_cast<double>(search.total());
  const auto n = search.processors();
  if (within == 0) return {{1, search.least_maximum(1)}};  // columns add nothing
  std::vector<Visited> visited;
  double best = std::numeric_limits<double>::infinity();

  // Visits the numbers of columns with the same phi as `columns`, if they can have at most `best` elements.
  // Returns the next number of columns that can.
  const auto weigh = [&](std::int64_t columns) -> std::int64_t {
    const std::int64_t last = std::min(n, last_with_same_phi(problem.collective, columns));
    // No maximum above this can reach `best`; the margin covers the rounding in `elements`.
    Wide limit = column_cost(problem.collective, n, search.total());
    if (!visited.empty()) {
      const double left = best - between * phi(problem.collective, columns);
      if (left < 0) return n + 1;
      limit = std::min(limit, static_cast<Wide>((left + 1e-12 * best) / within * total));
    }
    const std::int64_t needed = search.fewest_columns(limit);
    if (needed > last) return needed;
    const Wide maximum = search.least_maximum(last, limit);
    const std::int64_t fewest = search.fewest_columns(maximum);
    visited.push_back({std::max(fewest, columns), maximum});
    best = std::min(best, elements(problem, maximum, search.total(), visited.back().columns));
    return last + 1;
  };

  // For equal speeds t_C is about N / C^2 (linear), and this C minimises within N / C^2 + between C.
  const double guess = std::cbrt(2 * within * static_cast<double>(n) / between);
  weigh(std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(guess, static_cast<double>(n)))));
  for (std::int64_t columns = n; columns > 1; columns /= 2) weigh(columns);
  for (std::int64_t columns = 1; columns <= n;) columns = weigh(columns);

  std::sort(visited.begin(), visited.end(), [](const Visited& a, const Visited& b) { return a.columns < b.columns; });
  const auto same = [](const Visited& a, const Visited& b) { return a.columns == b.columns; };
  visited.erase(std::unique(visited.begin(), visited.end(), same), visited.end());
  return visited;
}

std::vector<std::int64_t> divisors(std::int64_t processors) {
  std::vector<std::int64_t> small, large;
  for (std::int64_t d = 1; d * d <= processors; ++d) {
    if (processors % d != 0) continue;
    small.push_back(d);
    if (d * d != processors) large.push_back(processors / d);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

Layout grid(const std::vector<std::int64_t>& ascending, const std::vector<std::int64_t>& whole_speeds,
            std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(ascending.size()) / columns;
  const Arrangement arrangement =
      arrange(ascending, std::vector<std::int64_t>(static_cast<std::size_t>(columns), rows));

  std::vector<std::int64_t> slowest;  // the first of each column
  for (const auto& column : arrangement) slowest.push_back(column.front());
  const Layout heights = proportional({arrangement.front()}, whole_speeds);
  const Layout widths = proportional(arrange(slowest, std::vector<std::int64_t>(slowest.size(), 1)), whole_speeds);
  return {arrangement, widths.widths, std::vector<std::vector<double>>(slowest.size(), heights.cuts.front())};
}

std::vector<double> areas(const Layout& layout, std::size_t processors) {
  std::vector<double> area(processors, 0);
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    for (std::size_t i = 0; i < layout.columns[c].size(); ++i) {
      area[layout.columns[c][i]] = layout.widths[c] * (layout.cuts[c][i + 1] - layout.cuts[c][i]);
    }
  }
  return area;
}

}  // namespace uneven::partition
