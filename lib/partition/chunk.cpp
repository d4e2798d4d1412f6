#include "partition/chunk.hpp"

#include <algorithm>

#include "cluster/replay.hpp"
#include "perceptron/block.hpp"

namespace uneven::partition {

std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes) {
  constexpr std::int64_t least = 64;
  const std::int64_t cached = perceptron::chunk_samples(tallest, element_bytes);
  if (processors < 2) return cached;
  const auto sum_bytes = static_cast<double>(outputs) * static_cast<double>(element_bytes);
  return std::clamp(static_cast<std::int64_t>(cluster::segment_bytes / sum_bytes), least, cached);
}

}  // namespace uneven::partition
