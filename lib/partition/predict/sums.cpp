// SPDX-License-Identifier: MIT
#include "partition/predict/sums.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "collective/allreduce.hpp"
#include "perceptron/buffer.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes) {
  constexpr std::int64_t least = 64;
  const std::int64_t cached = perceptron::chunk_samples(tallest, element_bytes);
  if (processors < 2) return cached;
  const std::int64_t sum_bytes = outputs * static_cast<std::int64_t>(element_bytes);
  return std::clamp(collective::segment_bytes / sum_bytes, least, cached);
}

namespace {

/// Most slices: testing many requests takes long, and each slice has its own tag; MPI guarantees tags up to 32767.
constexpr std::int64_t most_slices = 256;

}  // namespace

std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes) {
  const std::int64_t all = (network.inputs + network.outputs) * network.hidden;
  const std::int64_t longest =
      collective == Collective::ring ? all : std::max(collective::segment_bytes / element_bytes, all / most_slices);
  std::vector<GroupSlices> slices(groups.size());
  int number = 0;
  const auto cut = [&](std::vector<Slice> GroupSlices::*which, std::int64_t rows) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (groups[g].processors.size() < 2) continue;
      const std::int64_t count = rows * groups[g].hidden.count;
      for (std::int64_t first = 0; first < count; first += longest)
        (slices[g].*which).push_back({first, std::min(longest, count - first), number++});
    }
  };
  cut(&GroupSlices::outputs, network.outputs);
  cut(&GroupSlices::inputs, network.inputs);
  return slices;
}

std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors) {
  std::vector<int> members(processors.begin(), processors.end());
  std::ranges::stable_sort(members, std::greater{},
                           [&](int member) { return plan.cluster[static_cast<std::size_t>(member)].speed; });
  return members;
}

std::vector<int> sum_members(const document::Partition& plan) {
  std::vector<std::int64_t> all(plan.cluster.size());
  std::iota(all.begin(), all.end(), 0);
  return sum_members(plan, all);
}

}  // namespace uneven::partition
