// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "hbsp/product_check.hpp"

namespace uneven::hbsp {
namespace {

constexpr long double likely = 8;    ///< t
constexpr long double one_way = 4;   ///< factor on the actual error of one order
constexpr std::size_t lanes = 32;    ///< most interleaved sums
constexpr std::size_t block = 1024;  ///< largest block

/// Rounding in one order of summation.
struct Roundings {
  long double squares = 0;  ///< sum of squares of all partial sums and products
  long double error = 0;    ///< actual error of Real
};

/// The products summed in `groups` sums, which are then summed; product k belongs to group `group_of(k)`.
template <class Real, class GroupOf>
Roundings in_order(const std::vector<long double>& products, std::size_t groups, GroupOf group_of) {
  std::vector<long double> sums(groups, 0);
  std::vector<Real> rounded(groups, 0);
  Roundings found;
  for (std::size_t k = 0; k < products.size(); ++k) {
    const std::size_t g = group_of(k);
    sums[g] += products[k];
    rounded[g] = static_cast<Real>(static_cast<long double>(rounded[g]) + products[k]);  // as fma does
    found.squares += sums[g] * sums[g] + products[k] * products[k];
  }
  long double sum = 0;
  Real rounded_sum = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    sum += sums[g];
    rounded_sum += rounded[g];
    found.squares += sum * sum;
  }
  found.error = std::abs(static_cast<long double>(rounded_sum) - sum);
  return found;
}

}  // namespace

template <class Real>
double over_rounding(std::span<const Real> a, std::span<const Real> b, Real c) {
  const std::size_t n = a.size();
  std::vector<long double> products(n);
  long double exact = 0;
  for (std::size_t k = 0; k < n; ++k) exact += products[k] = static_cast<long double>(a[k]) * b[k];
  const long double off = std::abs(static_cast<long double>(c) - exact);
  if (off == 0) return 0;

  Roundings most;
  const auto count = [&](const Roundings& found) {
    most.squares = std::max(most.squares, found.squares);
    if (std::isfinite(found.error)) most.error = std::max(most.error, found.error);  // else Real overflows on the way
  };
  for (std::size_t stride = 1; stride <= std::min(lanes, n); stride *= 2)
    count(in_order<Real>(products, stride, [&](std::size_t k) { return k % stride; }));
  for (std::size_t length = 2; length <= std::min(block, n); length *= 2)
    count(in_order<Real>(products, (n + length - 1) / length, [&](std::size_t k) { return k / length; }));

  constexpr long double unit = std::numeric_limits<Real>::epsilon() / 2;
  constexpr long double half = std::numeric_limits<Real>::denorm_min() / 2.0L;
  const long double squares = unit * unit * most.squares + static_cast<long double>(n) * half * half;
  const long double explained = std::max(likely * std::sqrt(squares), one_way * most.error);
  return static_cast<double>(std::min<long double>(off / explained, std::numeric_limits<double>::max()));
}

template double over_rounding(std::span<const float>, std::span<const float>, float);
template double over_rounding(std::span<const double>, std::span<const double>, double);

}  // namespace uneven::hbsp
