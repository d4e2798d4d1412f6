// SPDX-License-Identifier: MIT
#include "elements/placement.hpp"

#include <algorithm>
#include <utility>

#include "statistics/share.hpp"

namespace uneven::elements {

std::vector<std::int64_t> target_blocks(std::int64_t blocks, const std::vector<double>& rate, std::int64_t unit) {
  const auto p = static_cast<std::int64_t>(rate.size());
  const std::int64_t units = blocks / unit;
  const std::int64_t least = units >= p ? 1 : 0;
  // The largest shares give blocks to those that would be empty.
  std::vector<std::int64_t> target = statistics::share(units, rate);
  for (std::int64_t& mine : target)
    while (mine < least) {
      --*std::max_element(target.begin(), target.end());
      ++mine;
    }
  for (std::int64_t& mine : target) mine *= unit;
  target.back() += blocks - units * unit;
  return target;
}

namespace {

/// The nearest whole units to what each process is to get more, that add up to 0 and that givers have.
std::vector<std::int64_t> more_in_units(const std::vector<std::int64_t>& now, const std::vector<std::int64_t>& target,
                                        std::int64_t unit) {
  std::vector<std::int64_t> more(now.size());
  std::vector<std::pair<std::int64_t, std::size_t>> beyond;  // blocks that a process gets beyond what it is to get
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::int64_t wanted = target[i] - now[i], least = -(now[i] / unit);
    more[i] = std::max(least, (wanted + (wanted < 0 ? -unit : unit) / 2) / unit);
    sum += more[i];
    beyond.emplace_back(more[i] * unit - wanted, i);
  }
  std::ranges::sort(beyond);
  for (auto at = beyond.begin(); sum < 0; ++at, ++sum) ++more[at->second];
  for (auto at = beyond.rbegin(); sum > 0 && at != beyond.rend(); ++at) {
    if (more[at->second] <= -(now[at->second] / unit)) continue;
    --more[at->second];
    --sum;
  }
  for (std::int64_t& blocks : more) blocks *= unit;
  return more;
}

}  // namespace

std::vector<Move> moves_between(const std::vector<std::int64_t>& now, const std::vector<std::int64_t>& target,
                                std::int64_t unit) {
  std::vector<std::int64_t> more = more_in_units(now, target, unit);
  std::vector<Move> moves;
  std::size_t from = 0, to = 0;
  for (;;) {
    while (from < now.size() && more[from] >= 0) ++from;
    while (to < now.size() && more[to] <= 0) ++to;
    if (from == now.size() || to == now.size()) return moves;
    const std::int64_t blocks = std::min(-more[from], more[to]);
    moves.push_back({static_cast<int>(from), static_cast<int>(to), blocks});
    more[from] += blocks;
    more[to] -= blocks;
  }
}

std::vector<std::int64_t> split_of(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> split{0};
  for (const std::int64_t count : counts) split.push_back(split.back() + count);
  return split;
}

Placement::Placement(const Group& group_, const BlockLayout& layout_, const std::vector<std::int64_t>& counts_)
    : group(group_), layout(layout_), counts(counts_), split(split_of(counts_)) {}

std::vector<std::int64_t> in_blocks(const std::vector<std::int64_t>& placed, const BlockLayout& layout) {
  const std::int64_t blocks = layout.blocks();
  std::vector<std::int64_t> counts;
  std::int64_t elements = 0, before = 0;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    elements += placed[i];
    const std::int64_t cut =
        i + 1 == placed.size() ? blocks : std::min(blocks, (elements + layout.elements / 2) / layout.elements);
    counts.push_back(cut - before);
    before = cut;
  }
  return counts;
}

std::vector<std::int64_t> kept(const Placement& placement, const std::vector<std::int64_t>& target) {
  const std::vector<std::int64_t> split = split_of(target);
  std::vector<std::int64_t> blocks;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const std::int64_t overlap =
        std::min(split[i + 1], placement.split[i + 1]) - std::max(split[i], placement.split[i]);
    blocks.push_back(placement.group.keyed ? std::max<std::int64_t>(0, overlap)
                                           : std::min(target[i], placement.counts[i]));
  }
  return blocks;
}

}  // namespace uneven::elements
