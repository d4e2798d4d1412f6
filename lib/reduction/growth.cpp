#include "reduction/growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uneven::reduction {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? most : result;
}

std::int64_t sum(std::int64_t a, std::int64_t b) { return a > most - b ? most : a + b; }

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (; exponent > 0 && result < most && base > 1; --exponent) result = product(result, base);
  return result;
}

std::int64_t binomial(std::int64_t n, std::int64_t k) {
  if (k < 0 || k > n) return 0;
  k = std::min(k, n - k);
  __int128 result = 1;
  for (std::int64_t j = 1; j <= k; ++j) {
    result = result * (n - k + j) / j;  // C(n-k+j, j): whole, and growing with j
    if (result > most) return most;
  }
  return static_cast<std::int64_t>(result);
}

/// sum_b (i-1)^(b + more_children) C(H_b - fewer, b + more_children)
std::int64_t total(double height, const Model& model, std::int64_t more, std::int64_t fewer) {
  std::int64_t result = 0;
  for (std::int64_t b = 0; result < most; ++b) {
    const auto operations = whole(height - static_cast<double>(b) * model.transfer, model.compute) - fewer;
    if (operations < b + more) break;
    result = sum(result, product(power(model.arity - 1, b + more), binomial(operations, b + more)));
  }
  return result;
}

}  // namespace

std::int64_t items_within(double height, const Model& model) { return sum(1, total(height, model, 1, 0)); }

std::int64_t processors_within(double height, const Model& model) { return total(height, model, 0, 1); }

std::int64_t results_within(double height, const Model& model) {
  return std::max<std::int64_t>(1, total(height, model, 0, 0));
}

double height_for_items(std::int64_t items, const Model& of_any_unit) {
  check(of_any_unit);
  check(Goal{.height = {}, .items = items, .processors = {}}, of_any_unit);
  if (items == 1) return 0;
  const auto [model, exponent] = scaled(of_any_unit);
  // The answer lies in (low, high]; a list on one processor is always possible.
  double low = 0;
  double high = std::ceil(static_cast<double>(items - 1) / static_cast<double>(model.arity - 1)) * model.compute;
  while (high - low > 1e-13 * high) {
    const double middle = (low + high) / 2;
    (items_within(middle, model) >= items ? high : low) = middle;
  }
  // More items become possible only where some b m + a n is reached: the last such time up to `high`.
  double reached = 0;
  for (std::int64_t b = 0;; ++b) {
    const double messages = static_cast<double>(b) * model.transfer;
    const auto operations = whole(high - messages, model.compute);
    if (operations <= b) return std::ldexp(reached, exponent);
    reached = std::max(reached, messages + static_cast<double>(operations) * model.compute);
  }
}

}  // namespace uneven::reduction
