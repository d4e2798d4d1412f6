#include "elements/queue.hpp"

#include <algorithm>

#include "elements/nodes.hpp"

namespace uneven::elements {

void Queue::open(const std::vector<Block*>& blocks) {
  const std::lock_guard lock(mutex_);
  blocks_.assign(blocks.begin(), blocks.end());
  closed_ = false;
}

void Queue::add(Block* block) {
  {
    const std::lock_guard lock(mutex_);
    blocks_.push_back(block);
  }
  changed_.notify_one();
}

void Queue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

std::vector<Block*> Queue::take(bool wait, std::size_t most) {
  std::unique_lock lock(mutex_);
  if (wait) changed_.wait(lock, [&] { return closed_ || !blocks_.empty(); });
  std::vector<Block*> run;
  const auto node = [](const Block* block) { return block->number / static_cast<std::int64_t>(run_blocks); };
  while (!blocks_.empty() && run.size() < most && (run.empty() || node(blocks_.front()) == node(run.front()))) {
    run.push_back(blocks_.front());
    blocks_.pop_front();
  }
  return run;
}

std::vector<Block*> Queue::give_away(std::size_t count, std::span<const std::int64_t> held) {
  const std::lock_guard lock(mutex_);
  std::vector<std::int64_t> waiting;
  for (const Block* block : blocks_) waiting.push_back(block->number);
  std::ranges::sort(waiting);
  const std::vector<Node> nodes = nodes_to_give(held, waiting, static_cast<std::int64_t>(count));
  const auto kept = std::stable_partition(blocks_.begin(), blocks_.end(), [&](const Block* block) {
    return std::ranges::none_of(nodes, [&](const Node& node) { return node.holds(block->number); });
  });
  const std::vector<Block*> given(kept, blocks_.end());
  blocks_.erase(kept, blocks_.end());
  return given;
}

std::size_t Queue::size() const {
  const std::lock_guard lock(mutex_);
  return blocks_.size();
}

}  // namespace uneven::elements
