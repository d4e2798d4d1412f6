// SPDX-License-Identifier: MIT
#include "perceptron/buffer.hpp"

#include <algorithm>

namespace uneven::perceptron {

std::int64_t vector_width(std::string_view input) { return input == "dense" ? 1 : widest_vector; }

std::int64_t whole_vectors(std::int64_t units, std::int64_t width) { return (units + width - 1) / width * width; }

std::int64_t stride_of(std::int64_t width) {
  const bool even = width / widest_vector % 2 == 0;
  return width > 128 && even ? width + widest_vector : width;
}

std::int64_t chunk_samples(std::int64_t hidden, std::size_t element_bytes) {
  constexpr std::int64_t bytes = 768 << 10;
  const std::int64_t row = stride_of(whole_vectors(hidden)) * static_cast<std::int64_t>(element_bytes);
  return std::max(std::int64_t{256}, bytes / row / widest_vector * widest_vector);
}

}  // namespace uneven::perceptron
