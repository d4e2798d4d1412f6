#include "elements/queue.hpp"

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

std::vector<Block*> Queue::give_away(std::size_t count) {
  const std::lock_guard lock(mutex_);
  std::vector<Block*> given;
  for (; given.size() < count && !blocks_.empty(); blocks_.pop_back()) given.push_back(blocks_.back());
  return given;
}

std::size_t Queue::size() const {
  const std::lock_guard lock(mutex_);
  return blocks_.size();
}

}  // namespace uneven::elements
