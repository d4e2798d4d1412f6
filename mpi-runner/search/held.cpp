// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "comm/communicator.hpp"
#include "search/share.hpp"

namespace uneven::search {

bool Held::Piece::has(document::Range rows) const {
  return rows.count == 0 || (examples.range().first <= rows.first && rows.end() <= examples.range().end());
}

bool Held::has(document::Range rows) const {
  return std::ranges::any_of(pieces_, [&](const Piece& piece) { return piece.has(rows); });
}

Packed& Held::add(document::Range rows) {
  pieces_.push_back({Packed(share().layout(), rows), {}, {}});
  return pieces_.back().examples;
}

void Held::drop(document::Range rows) {
  pieces_.remove_if([&](const Piece& p) { return &p != &pieces_.front() && p.examples.range() == rows; });
}

void Held::begin(std::span<const Query> queries) {
  queries_ = queries;
  for (Piece& piece : pieces_) piece.scan.reset(), piece.vectors.reset();
}

void Held::scan(document::Range rows, std::span<Nearest> nearest) {
  Piece& piece = *std::ranges::find_if(pieces_, [&](const Piece& p) { return p.has(rows); });
  if (share().layout().floats == 0) {
    if (!piece.scan) piece.scan.emplace(piece.examples, queries_);
    (*piece.scan)(rows, nearest);
  } else {
    if (!piece.vectors) piece.vectors.emplace(piece.examples, queries_, metric_);
    (*piece.vectors)(rows, nearest);
  }
}

namespace {

template <class T>
void broadcast(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, std::vector<T>& numbers) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(
      MPI_Ibcast(numbers.data(), comm::count_of(numbers.size()), comm::type_of<T>(), 0, comm.handle(), &request));
  wait_policy.wait_for(request);
}

/// Rank 0's. Collective.
Layout layout_of_first(const comm::Communicator& comm, const Layout& mine) {
  std::vector<std::int64_t> shape{mine.bytes, mine.words, static_cast<std::int64_t>(mine.codes.size()), mine.floats,
                                  mine.numbers};
  comm::broadcast(comm, shape.data(), 5);
  std::vector<std::int64_t> masks;
  for (const LevelMasks& levels : mine.codes) masks.insert(masks.end(), levels.begin(), levels.end());
  masks.resize(static_cast<std::size_t>(3 * shape[2]));
  comm::broadcast(comm, masks.data(), static_cast<std::int64_t>(masks.size()));
  Layout layout{static_cast<int>(shape[0]), static_cast<int>(shape[1]), {}, shape[3], static_cast<int>(shape[4])};
  for (std::size_t i = 0; i < masks.size(); i += 3)
    layout.codes.push_back({static_cast<std::uint16_t>(masks[i]), static_cast<std::uint16_t>(masks[i + 1]),
                            static_cast<std::uint16_t>(masks[i + 2])});
  return layout;
}

}  // namespace

void spread(const comm::Communicator& comm, Packed& examples) {
  Layout layout = layout_of_first(comm, examples.layout());
  std::int64_t rows = examples.rows();
  comm::broadcast(comm, &rows, 1);
  if (comm.rank() != 0) examples = Packed(std::move(layout), rows);
  comm::broadcast(comm, reinterpret_cast<char*>(examples.tile(0)), static_cast<std::int64_t>(examples.size_bytes()));
}

void deal(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, Packed& examples,
          const std::vector<document::Range>& shares) {
  Layout layout = layout_of_first(comm, examples.layout());
  std::vector<MPI_Request> requests;
  if (comm.rank() != 0) {
    examples = Packed(std::move(layout), shares[static_cast<std::size_t>(comm.rank())]);
    requests.push_back(begin_receiving(comm, examples));
  } else {
    for (int rank = 1; rank < comm.size(); ++rank)
      requests.push_back(begin_sending(comm, examples, shares[static_cast<std::size_t>(rank)], rank));
  }
  wait_policy.wait_for(requests);
}

namespace {

std::vector<Query> spread_vectors(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                  const std::vector<Query>& queries, std::size_t count, std::size_t floats) {
  std::vector<float> numbers;
  for (const Query& query : queries) numbers.insert(numbers.end(), query.vector.begin(), query.vector.end());
  numbers.resize(count * floats);
  broadcast(comm, wait_policy, numbers);
  if (comm.rank() == 0) return queries;
  std::vector<Query> received(count);
  for (std::size_t q = 0; q < count; ++q)
    received[q].vector.assign(&numbers[q * floats], &numbers[q * floats] + floats);
  return received;
}

std::vector<Query> spread_words(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                const std::vector<Query>& queries, std::size_t count, int slots) {
  std::vector<std::int64_t> numbers;
  for (const Query& query : queries)
    for (std::size_t slot = 0; slot < query.value.size(); ++slot)
      numbers.insert(numbers.end(), {query.value[slot], query.cost[slot]});
  numbers.resize(count * static_cast<std::size_t>(slots) * 2);
  broadcast(comm, wait_policy, numbers);
  if (comm.rank() == 0) return queries;
  std::vector<Query> received(count);
  std::size_t at = 0;
  for (Query& query : received)
    for (int slot = 0; slot < slots; ++slot) {
      query.value.push_back(static_cast<std::uint16_t>(numbers[at++]));
      query.cost.push_back(static_cast<std::uint32_t>(numbers[at++]));
    }
  return received;
}

}  // namespace

std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, const Layout& layout) {
  std::vector<std::int64_t> sent{static_cast<std::int64_t>(queries.size())};
  broadcast(comm, wait_policy, sent);
  const auto count = static_cast<std::size_t>(sent[0]);
  if (layout.floats > 0)
    return spread_vectors(comm, wait_policy, queries, count, static_cast<std::size_t>(layout.floats));
  return spread_words(comm, wait_policy, queries, count, layout.slots());
}

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
