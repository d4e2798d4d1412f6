#include "elements/movement.hpp"

#include <algorithm>

namespace uneven::elements {

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
