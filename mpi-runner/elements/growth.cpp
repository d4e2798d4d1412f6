// SPDX-License-Identifier: MIT
#include "elements/growth.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "comm/communicator.hpp"
#include "elements/engine.hpp"

// Elements that were made in a superstep come to be where they belong before the next one begins.

namespace uneven::elements {

/// Rank 0. @param made  more elements, by group.
void Engine::note_made(const std::vector<std::int64_t>& made) {
  if (std::ranges::all_of(made, [](std::int64_t count) { return count == 0; })) return;
  made_.resize(made.size());
  for (std::size_t g = 0; g < made.size(); ++g) {
    if (made[g] == 0) continue;
    made_[g] += made[g];
    if (stores_[g]->of_data)
      throw std::logic_error("elements of the group " + groups_[g].name +
                             " are made, which are those of the data; expected a group of its own");
    // Central elements may send to the new ones before other processes know of them.
    if (central_.mail[g]) central_.mail[g]->grow(stores_[g]->layout.count + made_[g]);
  }
}

/// Rank 0: what central elements made after the last superstep.
void Engine::note_central_made() {
  std::vector<std::vector<MadeByBlock>> made = central_.take_made();
  note_made(counts_of_made(made));
  thread_pool_.add_made(std::move(made));
}

void Engine::grow(const std::vector<std::int64_t>& made) {
  for (std::size_t g = 0; g < made.size(); ++g)
    if (made[g] > 0) grow(g, stores_[g]->layout.count + made[g]);
}

void Engine::resize(const std::vector<std::int64_t>& counts) {
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (!stores_[g] || counts[g] == stores_[g]->layout.count) continue;
    stores_[g]->remake(comm_.rank(), counts[g], shares_[g]);
    set_count(g, counts[g]);
  }
}

void Engine::set_count(std::size_t group, std::int64_t count) {
  thread_pool_.grow(group, count);
  if (central_.mail[group]) central_.mail[group]->grow(count);
}

/// Grows a group to `count` elements: the new ones, behind the present ones, were made in the last superstep.
void Engine::grow(std::size_t group, std::int64_t count) {
  Store& store = *stores_[group];
  const std::int64_t old_count = store.layout.count, old_blocks = store.layout.blocks();
  end_movement(group);
  const Growth growth = growth_of(store, count, shares_[group]);
  if (growth.old_blocks != store.counts) {
    movements_[group] = std::make_unique<Movement>(comm_, static_cast<int>(group), store, growth.old_blocks, 1);
    end_movement(group);
  }
  static_cast<Placement&>(store) = grown(store, count, growth);
  const auto me = static_cast<std::size_t>(comm_.rank());
  const std::int64_t begin = growth.new_split[me], end = growth.new_split[me + 1];
  if (store.layout.blocks() > old_blocks)
    runner::require_memory(static_cast<double>(end - begin) * bytes_of_block(store), comm_, context_);
  for (std::int64_t b = begin; b < end; ++b) store.blocks.emplace(b, std::make_unique<Block>(store.layout, b));
  set_count(group, count);

  // How many each block made gives their numbers; the last of the old blocks may be anywhere.
  const auto& made = thread_pool_.made()[group];
  const bool has_last = store.blocks.contains(old_blocks - 1);
  if (has_last) extend(store.layout, *store.blocks.at(old_blocks - 1));
  ByteWriter mine;
  mine.put(has_last);
  for (const MadeByBlock& by : made) {
    mine.put(by.block);
    mine.put(by.count);
  }
  int owner_of_last = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> counts;
  const std::vector<std::string> everyones = comm::all_gather(comm_, mine.bytes);
  for (std::size_t rank = 0; rank < everyones.size(); ++rank) {
    ByteReader in(everyones[rank]);
    if (in.get<bool>()) owner_of_last = static_cast<int>(rank);
    while (!in.at_end()) {
      const auto block = in.get<std::int64_t>();
      counts.emplace_back(block, in.get<std::int64_t>());
    }
  }
  const auto numbers = numbers_of_made(counts, old_count);
  std::vector<ByteWriter> to(everyones.size());
  for (const MadeByBlock& by : made)
    for (const MadeInBlock& part : by_block(store.layout, numbers.at(by.block), by.values)) {
      const int owner = part.block < old_blocks ? owner_of_last : growth.owner_of_new(part.block);
      to[static_cast<std::size_t>(owner)].put(part.first);
      to[static_cast<std::size_t>(owner)].put(std::string(part.values));
    }
  std::vector<std::string> outgoing;
  for (ByteWriter& writer : to) outgoing.push_back(std::move(writer.bytes));
  for (const std::string& bytes : exchange(comm_, waiting_, std::move(outgoing)))
    for (ByteReader in(bytes); !in.at_end();) {
      const auto first = in.get<std::int64_t>();
      const std::string values = in.get_text();
      for (const MadeInBlock& part : by_block(store.layout, first, values))
        put_made(store.layout, part, *store.blocks.at(part.block));
    }
}

}  // namespace uneven::elements
