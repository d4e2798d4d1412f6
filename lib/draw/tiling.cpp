#include "draw/tiling.hpp"

#include <set>

namespace uneven::draw {

std::vector<document::Range> spans_across(const Tiling& tiling) {
  std::set<std::pair<std::int64_t, std::int64_t>> different;
  for (const auto& tile : tiling.tiles) different.emplace(tile.across.first, tile.across.count);
  std::vector<document::Range> result;
  for (const auto& [first, count] : different) result.push_back({first, count});
  return result;
}

std::vector<std::int64_t> cuts_down(const Tiling& tiling) {
  std::set<std::int64_t> different{tiling.rows};
  for (const auto& tile : tiling.tiles) different.insert(tile.down.first);
  return {different.begin(), different.end()};
}

}  // namespace uneven::draw
