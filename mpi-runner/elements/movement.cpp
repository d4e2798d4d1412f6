#include "elements/movement.hpp"

#include <algorithm>

namespace uneven::elements {

namespace {

/// Copies under way at a time: enough to keep a network busy, few enough to need little memory.
constexpr std::size_t most_sends = 8;
constexpr int receives_at_a_time = 4;

}  // namespace

Movement::Movement(const comm::Communicator& comm, int group, Store& store, const std::vector<std::int64_t>& target,
                   std::int64_t unit)
    : comm_(comm), tag_(tag_blocks + group), store_(store), start_(MPI_Wtime()) {
  const auto me = static_cast<std::size_t>(comm.rank());
  if (store.group.keyed) {
    const std::vector<std::int64_t> before = store.split;
    store.split = split_of(target);
    store.counts = target;
    for (std::int64_t b = before[me]; b < before[me + 1]; ++b)
      if (store.owner(b) != comm.rank()) leave(b, store.owner(b));
    const std::int64_t kept = std::max<std::int64_t>(
        0, std::min(before[me + 1], store.split[me + 1]) - std::max(before[me], store.split[me]));
    coming_ = target[me] - kept;
  } else {
    for (const Move& move : moves_between(store.counts, target, unit)) {
      store.counts[static_cast<std::size_t>(move.from)] -= move.blocks;
      store.counts[static_cast<std::size_t>(move.to)] += move.blocks;
      if (move.to == comm.rank()) coming_ += move.blocks;
      if (move.from != comm.rank()) continue;
      for (std::int64_t n = 0; n < move.blocks; ++n) leave(store.blocks.rbegin()->first, move.to);
    }
  }
}

void Movement::leave(std::int64_t number, int to) {
  auto found = store_.blocks.find(number);
  elements_sent_ += found->second->count;
  leaving_.push_back({to, std::move(found->second)});
  store_.blocks.erase(found);
}

bool Movement::progress(const std::function<void(Block*)>& arrived) {
  if (done_) return true;
  while (!sending_.empty() && sending_.front().done()) sending_.pop_front();
  for (; !leaving_.empty() && sending_.size() < most_sends; leaving_.pop_front())
    sending_.emplace_back(comm_, leaving_.front().to, tag_, pack(store_.layout, *leaving_.front().block));
  for (int n = 0; n < receives_at_a_time && coming_ > 0; ++n) {
    int from = MPI_ANY_SOURCE;
    const auto bytes = receive_if_any(comm_, from, tag_);
    if (!bytes) break;
    --coming_;
    auto block = unpack(store_.layout, *bytes);
    Block* here = block.get();
    store_.blocks[here->number] = std::move(block);
    arrived(here);
  }
  done_ = coming_ == 0 && leaving_.empty() && sending_.empty();
  if (done_) seconds_ = MPI_Wtime() - start_;
  return done_;
}

}  // namespace uneven::elements
