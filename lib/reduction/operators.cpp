// SPDX-License-Identifier: MIT
#include "reduction/operators.hpp"

#include <algorithm>
#include <type_traits>

#include "base/checksum.hpp"
#include "base/error.hpp"

namespace uneven::reduction {
namespace {

/// The type in which sums and products of T are computed: unsigned for integers, so that they wrap around.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;

template <class T>
T plus(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
}

template <class T>
T times(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}

template <class T, T (*op)(T, T)>
void elementwise(const T* left, const T* right, T* joined, std::int64_t count) {
#pragma omp simd  // also if joined is one of the others
  for (std::int64_t i = 0; i < count; ++i) joined[i] = op(left[i], right[i]);
}

template <class T>
T lesser(T a, T b) {
  return b < a ? b : a;
}

template <class T>
T greater(T a, T b) {
  return a < b ? b : a;
}

template <class T>
void matrices(const T* left, const T* right, T* joined, std::int64_t count) {
  for (std::int64_t i = 0; i < count; i += 4) {
    const T a = left[i], b = left[i + 1], c = left[i + 2], d = left[i + 3];
    const T e = right[i], f = right[i + 1], g = right[i + 2], h = right[i + 3];
    joined[i] = plus(times(a, e), times(b, g));
    joined[i + 1] = plus(times(a, f), times(b, h));
    joined[i + 2] = plus(times(c, e), times(d, g));
    joined[i + 3] = plus(times(c, f), times(d, h));
  }
}

std::uint64_t mixed(std::uint64_t x) { return mix(x + golden); }

std::uint64_t stream_of(std::int64_t seed, std::int64_t item) {
  return mixed(mixed(static_cast<std::uint64_t>(seed)) + static_cast<std::uint64_t>(item));
}

}  // namespace

template <class T>
Operator<T> operator_named(const std::string& name) {
  if (name == "sum") return elementwise<T, plus<T>>;
  if (name == "product") return elementwise<T, times<T>>;
  if (name == "min") return elementwise<T, lesser<T>>;
  if (name == "max") return elementwise<T, greater<T>>;
  if (name == "matrix") return matrices<T>;
  throw InputError("operator \"" + name + "\"; expected sum, min, max, product or matrix");
}

std::int64_t width_of(const std::string& operation) { return operation == "matrix" ? 4 : 1; }

template <class T>
std::vector<T> made_up_item(std::int64_t seed, std::int64_t item, std::int64_t count) {
  const auto stream = stream_of(seed, item);
  std::vector<T> numbers;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto bits = mixed(stream + static_cast<std::uint64_t>(i));
    if constexpr (std::is_integral_v<T>)
      numbers.push_back(static_cast<T>(bits % 17) - 8);
    else
      numbers.push_back(static_cast<T>(0.5 + static_cast<double>(bits >> 40) * 0x1p-24));
  }
  return numbers;
}

std::string made_up_word(std::int64_t seed, std::int64_t item) {
  auto bits = stream_of(seed, item);
  std::string word;
  for (auto left = 1 + bits % 8; left > 0; --left) word += static_cast<char>('a' + (bits = mixed(bits)) % 26);
  return word;
}

template Operator<float> operator_named(const std::string&);
template Operator<double> operator_named(const std::string&);
template Operator<std::int64_t> operator_named(const std::string&);
template std::vector<float> made_up_item(std::int64_t, std::int64_t, std::int64_t);
template std::vector<double> made_up_item(std::int64_t, std::int64_t, std::int64_t);
template std::vector<std::int64_t> made_up_item(std::int64_t, std::int64_t, std::int64_t);

}  // namespace uneven::reduction
