// SPDX-License-Identifier: MIT
#include "perceptron/samples.hpp"

#include <algorithm>

namespace uneven::perceptron {

InputLists list_by_input(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                         std::int64_t inputs, std::int64_t chunk) {
  InputLists lists;
  lists.chunk_start.push_back(0);
  lists.sample.resize(static_cast<std::size_t>(row_start[samples] - row_start[0]));
  std::vector<std::int64_t> place(static_cast<std::size_t>(inputs), 0);  // ones of the input, then where the next goes
  std::int64_t end = 0;
  for (std::int64_t first = 0; first < samples; first += chunk) {
    const std::int64_t last = std::min(first + chunk, samples);
    const auto begin = static_cast<std::ptrdiff_t>(lists.input.size());
    for (std::int64_t k = row_start[first]; k < row_start[last]; ++k) {
      if (place[active[k]]++ == 0) lists.input.push_back(active[k]);
    }
    std::sort(lists.input.begin() + begin, lists.input.end());
    for (auto i = lists.input.begin() + begin; i != lists.input.end(); ++i) {
      lists.start.push_back(end);
      const std::int64_t ones = place[*i];
      place[*i] = end;
      end += ones;
    }
    for (std::int64_t s = first; s < last; ++s) {
      for (std::int64_t k = row_start[s]; k < row_start[s + 1]; ++k) {
        lists.sample[place[active[k]]++] = static_cast<std::int32_t>(s - first);
      }
    }
    for (auto i = lists.input.begin() + begin; i != lists.input.end(); ++i) place[*i] = 0;
    lists.chunk_start.push_back(static_cast<std::int64_t>(lists.input.size()));
  }
  lists.start.push_back(end);
  return lists;
}

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
