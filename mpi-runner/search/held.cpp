// SPDX-License-Identifier: MIT
#include "search/held.hpp"

#include <algorithm>
#include <utility>

#include "comm/collectives.hpp"
#include "search/messages.hpp"

namespace uneven::search {

bool Held::Piece::has(document::Range rows) const {
  return rows.count == 0 || (examples.range().first <= rows.first && rows.end() <= examples.range().end());
}

bool Held::has(document::Range rows) const {
  return std::ranges::any_of(pieces_, [&](const Piece& piece) { return piece.has(rows); });
}

Packed& Held::add(document::Range rows) {
  pieces_.push_back({Packed(share().layout(), rows), {}});
  return pieces_.back().examples;
}

void Held::drop(document::Range rows) {
  pieces_.remove_if([&](const Piece& p) { return &p != &pieces_.front() && p.examples.range() == rows; });
}

void Held::begin(std::span<const Query> queries) {
  queries_ = queries;
  for (Piece& piece : pieces_) piece.scan.reset();
}

const Scan& Held::scan_of(document::Range rows) {
  Piece& piece = *std::ranges::find_if(pieces_, [&](const Piece& p) { return p.has(rows); });
  if (!piece.scan) piece.scan.emplace(piece.examples, queries_);
  return *piece.scan;
}

namespace {

void broadcast(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
               std::vector<std::int64_t>& numbers) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Ibcast(numbers.data(), comm::count_of(numbers.size()), MPI_INT64_T, 0, comm.handle(), &request));
  wait_policy.wait_for(request);
}

/// Rank 0's. Collective.
Layout layout_of_first(const comm::Communicator& comm, const Layout& mine) {
  std::vector<std::int64_t> shape{mine.bytes, mine.words, static_cast<std::int64_t>(mine.codes.size())};
  comm::broadcast(comm, shape.data(), 3);
  std::vector<std::int64_t> masks;
  for (const LevelMasks& levels : mine.codes) masks.insert(masks.end(), levels.begin(), levels.end());
  masks.resize(static_cast<std::size_t>(3 * shape[2]));
  comm::broadcast(comm, masks.data(), static_cast<std::int64_t>(masks.size()));
  Layout layout{static_cast<int>(shape[0]), static_cast<int>(shape[1]), {}};
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

std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, int slots) {
  std::vector<std::int64_t> count{static_cast<std::int64_t>(queries.size())}, numbers;
  broadcast(comm, wait_policy, count);
  for (const Query& query : queries)
    for (std::size_t slot = 0; slot < query.value.size(); ++slot)
      numbers.insert(numbers.end(), {query.value[slot], query.cost[slot]});
  numbers.resize(static_cast<std::size_t>(count[0] * slots * 2));
  broadcast(comm, wait_policy, numbers);
  if (comm.rank() == 0) return queries;
  std::vector<Query> received(static_cast<std::size_t>(count[0]));
  std::size_t at = 0;
  for (Query& query : received)
    for (int slot = 0; slot < slots; ++slot) {
      query.value.push_back(static_cast<std::uint16_t>(numbers[at++]));
      query.cost.push_back(static_cast<std::uint32_t>(numbers[at++]));
    }
  return received;
}

}  // namespace uneven::search
