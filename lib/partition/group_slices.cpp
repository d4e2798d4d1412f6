#include "partition/group_slices.hpp"

#include <algorithm>

#include "cluster/replay.hpp"

namespace uneven::partition {

namespace {

/// A look at many takes long, and each has a tag of its own, which MPI promises to be up to 32767.
constexpr std::int64_t most_slices = 256;

}  // namespace

std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes) {
  const std::int64_t all = (network.inputs + network.outputs) * network.hidden;
  const std::int64_t longest =
      collective == Collective::ring ? all : std::max(cluster::segment_bytes / element_bytes, all / most_slices);
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

}  // namespace uneven::partition
