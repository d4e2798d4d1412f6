// SPDX-License-Identifier: MIT
#include "elements/store.hpp"

#include <algorithm>
#include <cstring>

#include "elements/mail.hpp"

namespace uneven::elements {

void Store::make_blocks(int rank) {
  const auto i = static_cast<std::size_t>(rank);
  for (std::int64_t b = split[i]; b < split[i + 1]; ++b) {
    blocks.emplace(b, std::make_unique<Block>(layout, b));
  }
}

void Store::remake(int rank, std::int64_t count, const std::vector<double>& shares) {
  blocks.clear();
  layout.count = count;
  counts = target_blocks(layout.blocks(), shares);
  split = split_of(counts);
  make_blocks(rank);
}

double bytes_of_block(const Store& store) {
  constexpr std::size_t of_node = 64;  // where the map keeps a block
  return static_cast<double>(bytes_of_changes(store) + sizeof(Block) + of_node);
}

double bytes_of_blocks(const Store& store, int rank) {
  return static_cast<double>(store.counts[static_cast<std::size_t>(rank)]) * bytes_of_block(store);
}

double bytes_of_tables(const Group& group) {
  constexpr double sums = 4;
  return static_cast<double>(group.count) * (group.fields + sums * group.message) * sizeof(double);
}

std::vector<Block*> Store::all() const {
  std::vector<Block*> list;
  for (const auto& [number, block] : blocks) list.push_back(block.get());
  return list;
}

std::vector<std::int64_t> Store::numbers() const {
  std::vector<std::int64_t> list;
  for (const auto& [number, block] : blocks) list.push_back(number);
  return list;
}

int Store::owner(std::int64_t block) const {
  return static_cast<int>(std::upper_bound(split.begin(), split.end(), block) - split.begin()) - 1;
}

std::string pack(const BlockLayout& layout, const Block& block) {
  ByteWriter out;
  out.bytes.reserve(layout.bytes);
  out.put(block.number);
  out.put(block.values.get(), layout.bytes);
  out.put(block.link_start);
  out.put(block.links);
  out.put(block.link_weights);
  out.put(block.received);
  out.put(block.has_received);
  out.put(pack_letters(block));
  return std::move(out.bytes);
}

std::unique_ptr<Block> unpack(const BlockLayout& layout, const std::string& bytes) {
  ByteReader in(bytes);
  auto block = std::make_unique<Block>(layout, in.get<std::int64_t>());
  in.get(block->values.get(), layout.bytes);
  block->link_start = in.get_vector<std::int64_t>();
  block->links = in.get_vector<std::int64_t>();
  block->link_weights = in.get_vector<double>();
  block->received = in.get_vector<std::int64_t>();
  block->has_received = in.get_vector<std::uint8_t>();
  unpack_letters(in.get_text(), *block);
  return block;
}

std::string pack_changes(const Store& store, const Block& block) {
  ByteWriter out;
  out.put(block.values.get(), store.layout.bytes);
  out.put(block.received.data(), block.received.size());
  out.put(block.has_received.data(), block.has_received.size());
  return std::move(out.bytes);
}

void unpack_changes(const Store& store, const std::string& bytes, Block& block) {
  ByteReader in(bytes);
  in.get(block.values.get(), store.layout.bytes);
  in.get(block.received.data(), block.received.size());
  in.get(block.has_received.data(), block.has_received.size());
}

std::size_t bytes_of_changes(const Store& store) {
  const BlockLayout& layout = store.layout;
  const std::size_t words = layout.message_words * sizeof(std::int64_t) + (layout.keyed ? sizeof(std::uint8_t) : 0);
  return layout.bytes + static_cast<std::size_t>(layout.elements) * words;
}

namespace {

/// Blocks under way at a time in each direction. A long message waits for either process to call MPI, twice, so it
/// takes many to keep a network busy; few enough to need little memory.
constexpr std::size_t most_under_way = 32;

Sending begin_sending(const comm::Communicator& comm, int to, int tag, const Store& store,
                      std::unique_ptr<Block> block) {
  if (store.packed()) return {comm, to, tag, pack(store.layout, *block)};
  std::byte* values = block->values.get();
  std::memcpy(values + store.layout.bytes, &block->number, sizeof block->number);
  return {comm, to, tag, std::move(block), values, store.layout.bytes + sizeof(std::int64_t)};
}

}  // namespace

Transit::Transit(const comm::Communicator& comm, int tag) : comm_(comm), tag_(tag) {}

void Transit::send(Store& store, std::int64_t number, int to) {
  const auto found = store.blocks.find(number);
  leaving_[to].push_back(std::move(found->second));
  ++unsent_;
  store.blocks.erase(found);
}

void Transit::progress(Store& store, const std::function<void(Block*)>& arrived) {
  while (!done() && step(store, arrived)) continue;
}

bool Transit::begin_receiving(Store& store) {
  std::unique_ptr<Block> block;
  auto message = Receiving::begin_if_any(comm_, MPI_ANY_SOURCE, tag_, [&](std::size_t) -> void* {
    if (store.packed()) return nullptr;
    block = std::make_unique<Block>(store.layout);
    return block->values.get();
  });
  if (message) arriving_.push_back({std::move(block), std::move(*message)});
  return message.has_value();
}

void Transit::send_next(Store& store) {
  auto line = leaving_.upper_bound(last_to_);
  if (line == leaving_.end()) line = leaving_.begin();
  last_to_ = line->first;
  sending_.push_back(begin_sending(comm_, last_to_, tag_, store, std::move(line->second.front())));
  line->second.pop_front();
  if (line->second.empty()) leaving_.erase(line);
  --unsent_;
}

/// @return whether anything happened, so that it is worth looking again.
bool Transit::step(Store& store, const std::function<void(Block*)>& arrived) {
  bool happened = false;
  for (; !sending_.empty() && sending_.front().done(); happened = true) sending_.pop_front();
  for (; unsent_ > 0 && sending_.size() < most_under_way; happened = true) send_next(store);
  for (; coming_ > 0 && arriving_.size() < most_under_way && begin_receiving(store); happened = true) --coming_;
  for (; !arriving_.empty() && arriving_.front().message.done(); arriving_.pop_front(), happened = true) {
    Arriving& front = arriving_.front();
    if (front.block)
      front.block->take_number(store.layout);
    else
      front.block = unpack(store.layout, front.message.take());
    Block* here = front.block.get();
    store.blocks[here->number] = std::move(front.block);
    arrived(here);
  }
  return happened;
}

Movement::Movement(const comm::Communicator& comm, int group, Store& store, const std::vector<std::int64_t>& target,
                   std::int64_t unit)
    : store_(store), transit_(comm, tag_blocks + group), start_(MPI_Wtime()) {
  const auto me = static_cast<std::size_t>(comm.rank());
  if (store.group.keyed) {
    const std::vector<std::int64_t> before = store.split;
    transit_.expect(target[me] - kept(store, target)[me]);
    store.split = split_of(target);
    store.counts = target;
    for (std::int64_t b = before[me]; b < before[me + 1]; ++b)
      if (store.owner(b) != comm.rank()) leave(b, store.owner(b));
  } else {
    for (const Move& move : moves_between(store.counts, target, unit)) {
      store.counts[static_cast<std::size_t>(move.from)] -= move.blocks;
      store.counts[static_cast<std::size_t>(move.to)] += move.blocks;
      if (move.to == comm.rank()) transit_.expect(move.blocks);
      if (move.from != comm.rank()) continue;
      for (std::int64_t n = 0; n < move.blocks; ++n) leave(store.blocks.rbegin()->first, move.to);
    }
  }
}

void Movement::leave(std::int64_t number, int to) {
  elements_sent_ += store_.blocks.at(number)->count;
  transit_.send(store_, number, to);
}

bool Movement::progress(const std::function<void(Block*)>& arrived) {
  if (transit_.done()) return true;
  transit_.progress(store_, arrived);
  seconds_ = MPI_Wtime() - start_;
  return transit_.done();
}

}  // namespace uneven::elements
