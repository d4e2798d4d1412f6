// SPDX-License-Identifier: MIT
#include "hbsp/product_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace uneven::hbsp {
namespace {

constexpr int vectors = 10;  ///< on each side, handled together
constexpr int suspects = 5;  ///< rows, and as many columns
constexpr double infinity = std::numeric_limits<double>::infinity();

using Lines = std::array<std::int64_t, suspects>;
using Elements = std::array<std::int64_t, 2 * suspects>;

template <class Number>
using Vector = std::vector<Number>;

/// Powers of two near 1 / x_i; 1 if x_i = 0.
template <class Number>
Vector<Number> reciprocals(Vector<Number> x) {
  for (Number& number : x) number = number > 0 ? std::ldexp(Number(1), -std::ilogb(number)) : Number(1);
  return x;
}

template <class Number>
Vector<Number> absolute(Vector<Number> x) {
  for (Number& number : x) number = std::abs(number);
  return x;
}

/// Vectors of random signs, times `scale`.
template <class Number>
Vector<Number> signs(const Vector<Number>& scale, std::uint64_t seed, std::int64_t first) {
  Vector<Number> x;
  x.reserve(scale.size() * vectors);
  for (std::size_t i = 0; i < scale.size(); ++i)
    for (std::int64_t v = first; v < first + vectors; ++v)
      x.push_back(made_up(seed, Made::vector, v, static_cast<std::int64_t>(i)) < 0 ? -scale[i] : scale[i]);
  return x;
}

/// Indices of the largest scores, the largest first; some twice if there are too few.
Lines largest(const std::vector<double>& scores) {
  std::vector<std::int64_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto count = std::min<std::ptrdiff_t>(suspects, std::ssize(order));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](std::int64_t i, std::int64_t j) {
    const double x = scores[static_cast<std::size_t>(i)], y = scores[static_cast<std::size_t>(j)];
    return x != y ? x > y : i < j;
  });
  Lines lines{};
  for (int s = 0; s < suspects; ++s) lines[static_cast<std::size_t>(s)] = order[static_cast<std::size_t>(s % count)];
  return lines;
}

/// The check, computed with vectors of Number.
template <class Real, class Number>
class Check {
 public:
  Check(const ProductView<Real>& view, std::uint64_t seed, const AddUp& add_up)
      : view_(view), products_(add_up), seed_(seed) {
    const auto row_of_a = products_.template right<1, Sign::dropped>(view.a, Vector<Number>(view.a.width, 1));
    column_scale_ = reciprocals(magnitudes_of_columns<1>(reciprocals(row_of_a)));
    row_magnitude_ = magnitudes_of_rows<1>(column_scale_);
    row_scale_ = reciprocals(row_magnitude_);
    column_magnitude_ = magnitudes_of_columns<1>(row_scale_);
  }

  Deviation worst() const {
    const Lines rows = worst_rows(), columns = worst_columns();
    Elements row, column;
    std::ranges::copy(rows, row.begin());
    std::ranges::copy(worst_of(errors_of_rows(rows)), column.begin());
    std::ranges::copy(worst_of(errors_of_columns(columns)), row.begin() + suspects);
    std::ranges::copy(columns, column.begin() + suspects);
    return judged(row, column);
  }

 private:
  /// |A| |B| x and x |A| |B|.
  template <int V>
  Vector<Number> magnitudes_of_rows(const Vector<Number>& x) const {
    return products_.template right<V, Sign::dropped>(view_.a, products_.template right<V, Sign::dropped>(view_.b, x));
  }
  template <int V>
  Vector<Number> magnitudes_of_columns(const Vector<Number>& x) const {
    return products_.template left<V, Sign::dropped>(products_.template left<V, Sign::dropped>(x, view_.a), view_.b);
  }

  /// The size of rounding errors of a result of this magnitude, to within a factor.
  /// @param scale  multiple of the least positive number that results near zero may lose.
  Number unit_of(Number magnitude, Number scale) const {
    return std::numeric_limits<Real>::epsilon() * magnitude + std::numeric_limits<Real>::denorm_min() * scale;
  }

  /// Score of each line: sum over all vectors of the squared error, in units of rounding.
  std::vector<double> scores(const Vector<Number>& found, const Vector<Number>& expected,
                             const Vector<Number>& magnitude, const Vector<Number>& scale) const {
    const Number scales = std::accumulate(scale.begin(), scale.end(), Number(0));
    std::vector<double> scores(magnitude.size(), 0);
    for (std::size_t i = 0; i < scores.size(); ++i)
      for (std::size_t v = i * vectors; v < (i + 1) * vectors; ++v) {
        const auto error = static_cast<double>((found[v] - expected[v]) / unit_of(magnitude[i], scales));
        scores[i] += error * error;
      }
    return scores;
  }

  Lines worst_rows() const {
    const auto x = signs(column_scale_, seed_, 0);
    const auto expected = products_.template right<vectors>(view_.a, products_.template right<vectors>(view_.b, x));
    return largest(scores(products_.template right<vectors>(view_.c, x), expected, row_magnitude_, column_scale_));
  }

  Lines worst_columns() const {
    const auto x = signs(row_scale_, seed_, vectors);
    const auto expected = products_.template left<vectors>(products_.template left<vectors>(x, view_.a), view_.b);
    return largest(scores(products_.template left<vectors>(x, view_.c), expected, column_magnitude_, row_scale_));
  }

  /// Errors of these rows of C, by column, in units of rounding.
  Vector<Number> errors_of_rows(const Lines& rows) const {
    const auto a = products_.rows_of(view_.a, rows);
    auto errors = products_.rows_of(view_.c, rows);
    in_units(errors, products_.template left<suspects>(a, view_.b),
             products_.template left<suspects, Sign::dropped>(absolute(a), view_.b));
    return errors;
  }
  Vector<Number> errors_of_columns(const Lines& columns) const {
    const auto b = products_.columns_of(view_.b, columns);
    auto errors = products_.columns_of(view_.c, columns);
    in_units(errors, products_.template right<suspects>(view_.a, b),
             products_.template right<suspects, Sign::dropped>(view_.a, absolute(b)));
    return errors;
  }

  void in_units(Vector<Number>& found, const Vector<Number>& expected, const Vector<Number>& magnitude) const {
    for (std::size_t i = 0; i < found.size(); ++i)
      found[i] = std::abs(found[i] - expected[i]) / unit_of(magnitude[i], 1);
  }

  /// Index of the largest error of each suspect.
  Lines worst_of(const Vector<Number>& errors) const {
    Lines at{};
    const auto count = std::ssize(errors) / suspects;
    for (std::size_t s = 0; s < suspects; ++s)
      for (std::int64_t i = 1; i < count; ++i)
        if (errors[static_cast<std::size_t>(i) * suspects + s] > errors[static_cast<std::size_t>(at[s]) * suspects + s])
          at[s] = i;
    return at;
  }

  /// The deviation of the worst of these elements.
  Deviation judged(const Elements& row, const Elements& column) const {
    const auto a = products_.rows_of(view_.a, row), b = products_.columns_of(view_.b, column),
               c = products_.rows_of(view_.c, row);
    Deviation worst{2 * vectors, 0, row[0], column[0], false};
    const auto inner = static_cast<std::size_t>(view_.a.width);
    std::vector<Real> of_a(inner), of_b(inner);
    for (std::size_t e = 0; e < row.size(); ++e) {
      for (std::size_t k = 0; k < inner; ++k) {
        of_a[k] = static_cast<Real>(a[k * row.size() + e]);
        of_b[k] = static_cast<Real>(b[k * row.size() + e]);
      }
      const auto found = static_cast<Real>(c[static_cast<std::size_t>(column[e]) * row.size() + e]);
      const double over_bound = over_rounding<Real>(of_a, of_b, found);
      if (over_bound > worst.over_bound) worst = {2 * vectors, over_bound, row[e], column[e], false};
    }
    return worst;
  }

  const ProductView<Real>& view_;
  const VectorProducts<Real, Number> products_;
  const std::uint64_t seed_;
  Vector<Number> row_scale_, column_scale_;          ///< scales of vectors from the left and from the right
  Vector<Number> row_magnitude_, column_magnitude_;  ///< of |A| |B| times these scales
};

/// Whether products of these numbers, one from each matrix, and of scales stay well within double's range.
template <class Real>
bool is_moderate(const BlockView<Real>& m) {
  const Real* const end = m.values + m.rows.count * m.columns.count;
  return std::all_of(m.values, end, [](Real x) {
    const double size = std::abs(static_cast<double>(x));
    return size == 0 || (size > 0x1p-150 && size < 0x1p150);
  });
}

template <class Real>
Deviation not_finite(const ProductView<Real>& view, std::int64_t row, std::int64_t column, const AddUp& add_up) {
  const VectorProducts<Real, double> products(add_up);
  const auto a = products.rows_of(view.a, std::array{row}), b = products.columns_of(view.b, std::array{column});
  long double magnitude = 0;
  for (std::size_t k = 0; k < a.size(); ++k) magnitude += std::abs(static_cast<long double>(a[k]) * b[k]);
  // A partial sum may overflow, if only by rounding.
  const bool too_large =
      magnitude * (1 + static_cast<long double>(view.a.width) * std::numeric_limits<Real>::epsilon()) >
      std::numeric_limits<Real>::max();
  return {0, infinity, row, column, too_large};
}

}  // namespace

template <class Real>
Deviation check_finite(const ProductView<Real>& view, const AddUp& add_up) {
  const auto first = [](const std::vector<double>& counts) {
    return std::ranges::find_if(counts, [](double count) { return count > 0; }) - counts.begin();
  };
  const auto is_bad = [&](std::int64_t i, std::int64_t j) {
    return !std::isfinite(view.c.values[i * view.c.columns.count + j]);
  };
  std::vector<double> by_row(static_cast<std::size_t>(view.c.height), 0),
      by_column(static_cast<std::size_t>(view.c.width), 0);
  for (std::int64_t i = 0; i < view.c.rows.count; ++i)
    for (std::int64_t j = 0; j < view.c.columns.count; ++j)
      by_row[static_cast<std::size_t>(view.c.rows.first + i)] += is_bad(i, j);
  add_up.doubles(by_row);
  const std::int64_t row = first(by_row), mine = row - view.c.rows.first;
  if (row == view.c.height) return {};
  if (mine >= 0 && mine < view.c.rows.count)
    for (std::int64_t j = 0; j < view.c.columns.count; ++j)
      by_column[static_cast<std::size_t>(view.c.columns.first + j)] += is_bad(mine, j);
  add_up.doubles(by_column);
  return not_finite(view, row, first(by_column), add_up);
}

template <class Real>
Deviation check_product(const ProductView<Real>& view, std::uint64_t seed, const AddUp& add_up) {
  if (const Deviation deviation = check_finite(view, add_up); !deviation.sound()) return deviation;
  double immoderate = !is_moderate(view.a) || !is_moderate(view.b) || !is_moderate(view.c);
  add_up.doubles({&immoderate, 1});
  return immoderate > 0 ? Check<Real, long double>(view, seed, add_up).worst()
                        : Check<Real, double>(view, seed, add_up).worst();
}

template Deviation check_finite(const ProductView<float>&, const AddUp&);
template Deviation check_finite(const ProductView<double>&, const AddUp&);
template Deviation check_product(const ProductView<float>&, std::uint64_t, const AddUp&);
template Deviation check_product(const ProductView<double>&, std::uint64_t, const AddUp&);

}  // namespace uneven::hbsp
