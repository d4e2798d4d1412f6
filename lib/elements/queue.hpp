#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "elements/block.hpp"

namespace uneven::elements {

/// Blocks of a run, which are neighbours.
inline constexpr std::size_t run_blocks = 16;

/// Blocks that wait to be computed in a superstep; threads take runs of neighbours, so that most of the sums over them
/// are made by one thread.
class Queue {
 public:
  void add(Block* block);
  void open(const std::vector<Block*>& blocks);

  /// No more will be added: threads that wait go away.
  void close();

  /// The next blocks, up to `most` neighbours in one node of the tree of sums. Nothing is left: with `wait`, waits
  /// until there is or the queue is closed. Empty: nothing more (without `wait`: nothing now).
  std::vector<Block*> take(bool wait, std::size_t most = run_blocks);

  /// Takes up to `count` blocks for another process, in few nodes of the tree of sums.
  /// @param held  the numbers of all blocks of this process, ascending.
  std::vector<Block*> give_away(std::size_t count, std::span<const std::int64_t> held);

  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Block*> blocks_;
  bool closed_ = false;
};

}  // namespace uneven::elements
