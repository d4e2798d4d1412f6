// SPDX-License-Identifier: MIT
#include "elements/growth.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <queue>
#include <stdexcept>

namespace uneven::elements {

std::size_t bytes_of_made(const std::vector<int>& lanes) {
  return static_cast<std::size_t>(std::accumulate(lanes.begin(), lanes.end() - 1, 0));
}

std::byte* room_for_made(const std::vector<Group>& groups, int group, std::int64_t block,
                         std::vector<std::vector<MadeByBlock>>& made) {
  const auto g = static_cast<std::size_t>(group);
  if (group < 0 || g >= groups.size() || !groups[g].varies)
    throw std::logic_error("an element of group " + std::to_string(group) +
                           " is made, which does not vary; expected one of a group that does");
  if (made[g].empty() || made[g].back().block != block) made[g].push_back({block, 0, {}});
  MadeByBlock& here = made[g].back();
  ++here.count;
  const std::size_t start = here.values.size();
  here.values.resize(start + bytes_of_made(groups[g].lanes));
  return reinterpret_cast<std::byte*>(here.values.data() + start);
}

std::vector<std::int64_t> counts_of_made(const std::vector<std::vector<MadeByBlock>>& made) {
  std::vector<std::int64_t> counts(made.size());
  for (std::size_t g = 0; g < made.size(); ++g)
    for (const MadeByBlock& block : made[g]) counts[g] += block.count;
  return counts;
}

const std::uint8_t* removed_in(const BlockLayout& layout, const Block& block) {
  if (!layout.varies) return nullptr;
  return reinterpret_cast<const std::uint8_t*>(block.values.get() + layout.lane_start.back());
}

std::map<std::int64_t, std::int64_t> numbers_of_made(const std::vector<std::pair<std::int64_t, std::int64_t>>& counts,
                                                     std::int64_t first) {
  std::map<std::int64_t, std::int64_t> numbers(counts.begin(), counts.end());
  for (auto& [block, number] : numbers) first += std::exchange(number, first);
  return numbers;
}

std::vector<MadeInBlock> by_block(const BlockLayout& layout, std::int64_t first, std::string_view values) {
  const std::size_t bytes = bytes_of_made(layout.lane_bytes);
  std::vector<MadeInBlock> parts;
  while (!values.empty()) {
    const std::int64_t block = first / layout.elements;
    const auto room = static_cast<std::size_t>((block + 1) * layout.elements - first);
    const std::string_view here = values.substr(0, room * bytes);
    parts.push_back({block, first, static_cast<std::int64_t>(here.size() / bytes), here});
    values.remove_prefix(here.size());
    first += parts.back().count;
  }
  return parts;
}

void put_made(const BlockLayout& layout, const MadeInBlock& made, Block& block) {
  const char* from = made.values.data();
  for (std::int64_t i = made.first - made.block * layout.elements, end = i + made.count; i < end; ++i)
    for (std::size_t lane = 0; lane + 1 < layout.lane_bytes.size(); ++lane) {
      const auto bytes = static_cast<std::size_t>(layout.lane_bytes[lane]);
      std::memcpy(block.values.get() + layout.lane_start[lane] + static_cast<std::size_t>(i) * bytes, from, bytes);
      from += bytes;
    }
}

void extend(const BlockLayout& layout, Block& block) {
  block.count = layout.elements_of(block.number);
  if (block.letter_start.empty()) return;
  block.letter_start.resize(static_cast<std::size_t>(block.count) + 1, block.letter_start.back());
}

int Growth::owner_of_new(std::int64_t block) const {
  return static_cast<int>(std::ranges::upper_bound(new_split, block) - new_split.begin()) - 1;
}

Growth growth_of(const Placement& placement, std::int64_t elements, const std::vector<double>& shares) {
  BlockLayout layout = placement.layout;
  const std::int64_t before = layout.blocks();
  layout.count = elements;
  const std::vector<std::int64_t> target = target_blocks(layout.blocks(), shares);
  Growth growth{placement.counts, split_of(target)};
  if (placement.group.keyed) {
    for (std::size_t i = 0; i < target.size(); ++i)
      growth.old_blocks[i] = std::min(growth.new_split[i + 1], before) - std::min(growth.new_split[i], before);
    for (std::int64_t& first : growth.new_split) first = std::max(first, before);
    return growth;
  }
  // The next block goes to the process that has the fewest in comparison with its target.
  std::vector<std::int64_t> more(target.size(), 0);
  std::priority_queue<std::pair<std::int64_t, std::size_t>> missing;
  for (std::size_t i = 0; i < target.size(); ++i) missing.emplace(target[i] - placement.counts[i], target.size() - i);
  for (std::int64_t left = layout.blocks() - before; left > 0; --left) {
    const auto [blocks, place] = missing.top();
    missing.pop();
    ++more[target.size() - place];
    missing.emplace(blocks - 1, place);
  }
  growth.new_split = split_of(more);
  for (std::int64_t& first : growth.new_split) first += before;
  return growth;
}

Placement grown(const Placement& placement, std::int64_t elements, const Growth& growth) {
  Placement after = placement;
  after.layout.count = elements;
  for (std::size_t i = 0; i < after.counts.size(); ++i)
    after.counts[i] = growth.old_blocks[i] + growth.new_split[i + 1] - growth.new_split[i];
  if (after.group.keyed) after.split = split_of(after.counts);
  return after;
}

}  // namespace uneven::elements
