// SPDX-License-Identifier: MIT
#include "search/made_up.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

namespace uneven::search {

namespace {

constexpr std::array<std::uint64_t, 5> kValues{8, 13, 13, 116, 116};  // of particle, pos1, pos2, affix1, affix2

std::uint16_t code(std::mt19937_64& rng) {
  return static_cast<std::uint16_t>((rng() % 10 + 1) << 8 | (rng() % 10 + 1) << 4 | (rng() % 10 + 1));
}

}  // namespace

Packed made_up_examples(std::int64_t rows, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  Packed examples({5, 0, {{0xff00, 0xfff0, 0xffff}, {0xff00, 0xfff0, 0xffff}}}, rows);
  for (std::int64_t row = 0; row < rows; ++row) {
    // The lesser of two: some values are more common than others.
    for (int slot = 0; slot < 5; ++slot) {
      const std::uint64_t values = kValues[static_cast<std::size_t>(slot)];
      examples.set(row, slot, static_cast<std::uint16_t>(std::min(rng() % values, rng() % values)));
    }
    for (int slot = 5; slot < 7; ++slot) examples.set(row, slot, code(rng));
  }
  return examples;
}

Packed recombined(const Packed& pool, document::Range rows, std::uint64_t seed) {
  constexpr std::uint64_t numbers_of_tile = 3;
  std::mt19937_64 rng(seed);
  const auto tiles = static_cast<std::uint64_t>(pool.rows() / kTile);
  const auto any_tile = [&] { return static_cast<std::int64_t>(rng() % tiles); };
  Packed examples(pool.layout(), rows);
  const Layout& layout = pool.layout();
  rng.discard(numbers_of_tile * static_cast<std::uint64_t>(examples.first_tile()));
  for (std::int64_t t = examples.first_tile(); t < examples.first_tile() + examples.tiles(); ++t) {
    const std::byte* of_noun[] = {pool.tile(any_tile()), pool.tile(any_tile())};
    const std::size_t shift = rng() % kTile;  // of the second noun's rows
    std::byte* out = examples.tile(t);
    for (int slot = 0; slot < layout.slots(); ++slot) {
      const std::size_t width = slot < layout.bytes ? 1 : 2, bytes = kTile * width;
      const bool second = slot > 0 && slot % 2 == 0;
      const std::size_t cut = second ? shift * width : 0;
      const std::byte* column = of_noun[second] + (out - examples.tile(t));
      std::copy(column + cut, column + bytes, out);
      std::copy(column, column + cut, out + bytes - cut);
      out += bytes;
    }
  }
  return examples;
}

std::vector<Query> made_up_queries(const Packed& examples, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 rng(seed + 1);
  std::vector<Query> queries(count);
  for (Query& query : queries) {
    const auto row = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(examples.rows()));
    for (int slot = 0; slot < 7; ++slot) {
      query.value.push_back(slot < 5 ? examples.get(row, slot) : code(rng));
      query.cost.push_back(static_cast<std::uint32_t>((slot < 5 ? 3 : 1) * (1024 + rng() % 3072)));
    }
  }
  return queries;
}

}  // namespace uneven::search
