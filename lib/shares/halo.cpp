// SPDX-License-Identifier: MIT
#include "shares/halo.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/error.hpp"

namespace uneven::shares {

namespace {

using document::MatrixPart;
using document::Range;
using Side = Range MatrixPart::*;
using Lists = std::vector<std::vector<std::size_t>>;

constexpr std::size_t most_messages = std::size_t{1} << 24;

/// Whether two ranges share a number, or follow one another.
bool touch(const Range& x, const Range& y) { return x.first <= y.end() && y.first <= x.end(); }

/// How many numbers of `inner` are within `halo` of `outer`.
std::int64_t within(const Range& inner, const Range& outer, std::int64_t halo) {
  const std::int64_t first = std::max(inner.first, outer.first - halo);
  return std::max<std::int64_t>(0, std::min(inner.end(), outer.end() + halo) - first);
}

std::int64_t cells_within(const MatrixPart& inner, const MatrixPart& outer, std::int64_t halo) {
  return within(inner.rows, outer.rows, halo) * within(inner.columns, outer.columns, halo);
}

/// Blocks that meet at a line which crosses `along`: for each place, those that end there and those that begin there,
/// both in order of the other side.
void add_touching(std::span<const MatrixPart> blocks, Side along, Side across, Lists& touching) {
  struct Line {
    std::vector<std::size_t> ending, beginning;
  };
  std::map<std::int64_t, Line> lines;
  std::vector<std::size_t> order(blocks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return (blocks[i].*across).first; });
  for (const std::size_t i : order) {
    lines[(blocks[i].*along).end()].ending.push_back(i);
    lines[(blocks[i].*along).first].beginning.push_back(i);
  }
  for (const auto& [place, line] : lines) {
    std::size_t first = 0;
    for (const std::size_t i : line.ending) {
      const Range& range = blocks[i].*across;
      while (first < line.beginning.size() && (blocks[line.beginning[first]].*across).end() < range.first) ++first;
      for (std::size_t k = first; k < line.beginning.size() && touch(blocks[line.beginning[k]].*across, range); ++k) {
        touching[i].push_back(line.beginning[k]);
        touching[line.beginning[k]].push_back(i);
      }
    }
  }
}

/// For each block, those that share a side or a corner with it.
Lists touching_blocks(std::span<const MatrixPart> blocks) {
  Lists touching(blocks.size());
  add_touching(blocks, &MatrixPart::columns, &MatrixPart::rows, touching);
  add_touching(blocks, &MatrixPart::rows, &MatrixPart::columns, touching);
  for (auto& list : touching) {
    std::ranges::sort(list);  // corners are found at both lines
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return touching;
}

}  // namespace

std::vector<std::vector<HaloMessage>> halo_messages(std::span<const MatrixPart> blocks, std::int64_t halo) {
  const Lists touching = touching_blocks(blocks);
  const std::int64_t reach = std::max<std::int64_t>(halo, 1);
  std::vector<std::vector<HaloMessage>> messages(blocks.size());
  std::vector<std::size_t> seen_from(blocks.size(), blocks.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    // The blocks of any rectangle hang together by their sides, so that a walk inside the frame reaches all of it.
    std::vector<std::size_t> reached{i};
    seen_from[i] = i;
    for (std::size_t next = 0; next < reached.size(); ++next)
      for (const std::size_t j : touching[reached[next]])
        if (seen_from[j] != i && cells_within(blocks[i], blocks[j], reach) > 0) {
          seen_from[j] = i;
          reached.push_back(j);
        }
    count += reached.size() - 1;
    if (count > most_messages)
      throw InputError("a halo of " + std::to_string(halo) + " reaches more than " + std::to_string(most_messages) +
                       " pairs of blocks; expected a smaller halo or fewer processors");
    for (std::size_t k = 1; k < reached.size(); ++k)
      messages[i].push_back({reached[k], cells_within(blocks[i], blocks[reached[k]], halo)});
    std::ranges::sort(messages[i], {}, &HaloMessage::to);
  }
  return messages;
}

HaloCells halo_cells(const std::vector<std::vector<HaloMessage>>& messages) {
  HaloCells cells{std::vector<std::int64_t>(messages.size()), std::vector<std::int64_t>(messages.size())};
  for (std::size_t i = 0; i < messages.size(); ++i)
    for (const HaloMessage& message : messages[i]) {
      cells.sent[i] += message.cells;
      cells.received[message.to] += message.cells;
    }
  return cells;
}

}  // namespace uneven::shares
