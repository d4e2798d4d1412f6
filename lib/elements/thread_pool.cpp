// SPDX-License-Identifier: MIT
#include "elements/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "elements/serial.hpp"
#include "elements/tree_sum.hpp"

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
  const auto size = static_cast<std::int64_t>(std::max(most, run_blocks));
  const auto node = [&](const Block* block) { return block->number / size; };
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

namespace {

constexpr double most_run = run_blocks;

/// Bytes of letters that leave while others are still written.
constexpr std::size_t worth_a_message = 64 << 10;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

/// Data of one thread, so that threads need no lock for each message.
class ThreadPool::Worker : public Outbox {
 public:
  Worker(const Program& program, const Tables& tables, const std::vector<Group>& groups)
      : mail(mail_of(program, tables.layouts())), made(groups.size()), tables_(tables), groups_(groups) {}

  double* table(int group) override {
    const std::size_t start = tables_.start_of(group);
    if (groups_[static_cast<std::size_t>(group)].message == 0)
      throw std::logic_error("a table is filled for group " + std::to_string(group) + ", whose message is 0 doubles");
    return current_.data() + start;
  }
  void send(int group, std::int64_t key, std::int64_t message) override { mail_to(mail, group).send(key, message); }
  void post(int group, std::int64_t key, std::int64_t from, const void* message, std::size_t bytes) override {
    mail_to(mail, group).post(key, from, message, bytes);
  }

  std::byte* make(int group) override { return room_for_made(groups_, group, block_, made); }

  void begin_block(std::int64_t number) {
    block_ = number;
    current_.assign(tables_.width(), 0);
  }
  std::vector<double> end_block() { return std::move(current_); }

  std::vector<std::unique_ptr<Mail>> mail;
  std::vector<std::vector<MadeByBlock>> made;  ///< by group
  double seconds = 0;
  std::int64_t elements = 0;

 private:
  const Tables& tables_;
  const std::vector<Group>& groups_;
  std::int64_t block_ = 0;  ///< that is computed
  std::vector<double> current_;
};

ThreadPool::ThreadPool(const Program& program, int threads)
    : program_(program),
      groups_(groups_of(program)),
      tables_(program),
      layouts_(tables_.layouts()),
      mail_(mail_of(program, layouts_)),
      made_(groups_.size()) {
  for (int t = 0; t < threads; ++t) workers_.push_back(std::make_unique<Worker>(program_, tables_, groups_));
  try {
    for (int t = 1; t < threads; ++t) threads_.emplace_back([this, t] { work_as(t); });
  } catch (const std::system_error& e) {
    const auto made = threads_.size() + 1;
    dismiss();
    throw SystemError("cannot start thread " + std::to_string(made + 1) + " of " + std::to_string(threads) + ": " +
                      e.code().message());
  } catch (...) {  // no memory
    dismiss();
    throw;
  }
}

ThreadPool::~ThreadPool() { dismiss(); }

/// Ends the existing threads. Must run before the objects on which they wait are destroyed.
void ThreadPool::dismiss() {
  {
    const std::lock_guard lock(mutex_);
    leave_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::work_as(int thread) {
  for (std::int64_t superstep = 1;; ++superstep) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return leave_ || superstep_ == superstep; });
      if (leave_) return;
    }
    take_up_work(thread);
    {
      const std::lock_guard lock(mutex_);
      --busy_;
    }
    done_.notify_one();
  }
}

/// Runs until the queue is closed.
void ThreadPool::take_up_work(int thread) {
  try {
    for (auto run = take(true); !run.empty(); run = take(true)) compute_run(thread, run);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    queue_->close();
  }
}

/// The next blocks for a thread: about a millisecond of work, and no more than leaves some to the other threads.
std::vector<Block*> ThreadPool::take(bool wait) {
  const double waiting = static_cast<double>(queue_->size()) / static_cast<double>(2 * workers_.size());
  const double wanted = std::min(look_s / block_s_, waiting);
  return queue_->take(wait, work_.run > 0 ? work_.run : static_cast<std::size_t>(std::clamp(wanted, 1.0, most_run)));
}

void ThreadPool::compute_run(int thread, const std::vector<Block*>& run) {
  Worker& worker = *workers_[static_cast<std::size_t>(thread)];
  const double start = now();
  TreeSum sums = tables_.sum_over(work_.layout->blocks());
  for (const Block* block : run) {
    worker.begin_block(block->number);
    program_.step(batch_of(work_.group, *work_.layout, *block, work_.multicast), worker);
    sums.add(block->number, worker.end_block());
    worker.elements += block->count;
  }
  if (work_.speed < 1)
    std::this_thread::sleep_for(std::chrono::duration<double>((now() - start) * (1 / work_.speed - 1)));
  const double seconds = now() - start, each = seconds / static_cast<double>(run.size());
  worker.seconds += seconds;
  for (double least = block_s_; each < least && !block_s_.compare_exchange_weak(least, each);) continue;
  const std::lock_guard lock(mutex_);
  sums_->merge(sums);
  for (std::size_t g = 0; g < mail_.size(); ++g)
    if (mail_[g] && worker.mail[g]->letter_bytes() >= worth_a_message) mail_[g]->merge(*worker.mail[g]);
}

std::unique_ptr<Mail> ThreadPool::take_letters(std::size_t group) {
  const std::lock_guard lock(mutex_);
  if (!mail_[group] || mail_[group]->letter_bytes() < worth_a_message) return nullptr;
  auto empty = std::make_unique<Mail>(program_, static_cast<int>(group), groups_[group], layouts_[group]);
  return std::exchange(mail_[group], std::move(empty));
}

void ThreadPool::grow(std::size_t group, std::int64_t count) {
  groups_[group].count = layouts_[group].count = count;
  if (!mail_[group]) return;
  mail_[group]->grow(count);
  for (auto& worker : workers_) worker->mail[group]->grow(count);
}

void ThreadPool::compute(const Work& work, Queue& queue, const std::function<bool()>& meanwhile) {
  work_ = work;
  queue_ = &queue;
  block_s_ = look_s;
  sums_ = std::make_unique<TreeSum>(tables_.sum_over(work.layout->blocks()));
  for (auto& worker : workers_) worker->seconds = 0, worker->elements = 0;
  if (!threads_.empty()) {
    {
      const std::lock_guard lock(mutex_);
      busy_ = static_cast<int>(threads_.size());
      ++superstep_;
    }
    start_.notify_all();
  }
  try {
    double unseen_s = 0;
    for (bool more = true;;) {
      const auto run = take(false);
      if (run.empty() && !more) break;
      if (!run.empty()) {
        compute_run(0, run);
        unseen_s += static_cast<double>(run.size()) * block_s_;
        if (unseen_s < look_s) continue;
      }
      unseen_s = 0;
      more = more && meanwhile();
    }
    queue.close();
    // Threads may be busy for long, and other processes wait for blocks that were promised to them.
    for (std::unique_lock lock(mutex_);
         !done_.wait_for(lock, std::chrono::duration<double>(look_s), [&] { return busy_ == 0; });) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
  } catch (...) {
    queue.close();
    std::unique_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    done_.wait(lock, [&] { return busy_ == 0; });
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  seconds_ = 0;
  elements_ = 0;
  for (auto& made : made_) made.clear();
  for (auto& worker : workers_) {
    seconds_ += worker->seconds / static_cast<double>(workers_.size());
    elements_ += worker->elements;
    for (std::size_t g = 0; g < mail_.size(); ++g) {
      if (mail_[g]) mail_[g]->merge(*worker->mail[g]);
      std::ranges::move(worker->made[g], std::back_inserter(made_[g]));
      worker->made[g].clear();
    }
  }
  for (auto& made : made_) std::ranges::sort(made, {}, &MadeByBlock::block);
}

void ThreadPool::add_made(std::vector<std::vector<MadeByBlock>> made) {
  for (std::size_t g = 0; g < made.size(); ++g) std::ranges::move(made[g], std::back_inserter(made_[g]));
}

}  // namespace uneven::elements
