#include "partition/chunk.hpp"

#include <algorithm>

#include "cluster/replay.hpp"
#include "perceptron/sizes.hpp"

namespace uneven::partition {

std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes) {
  constexpr std::int64_t least = 64;
  const std::int64_t cached = perceptron::chunk_samples(tallest, element_bytes);
  if (processors < 2) return cached;
  const std::int64_t sum_bytes = outputs * static_cast<std::int64_t>(element_bytes);
  return std::clamp(cluster::segment_bytes / sum_bytes, least, cached);
}

}  // namespace uneven::partition
