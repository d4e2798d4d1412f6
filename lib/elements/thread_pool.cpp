// SPDX-License-Identifier: MIT
#include "elements/thread_pool.hpp"

#include <algorithm>
#include <chrono>
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

namespace {

/// Of computing between two looks at what travels meanwhile, which does not move on by itself. A look finds MPI's code
/// and data out of the cache, and takes some tens of microseconds.
constexpr double look_s = 1e-3;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<std::unique_ptr<Mail>> mail_of(const std::vector<Group>& groups) {
  std::vector<std::unique_ptr<Mail>> mail;
  for (const Group& group : groups) mail.push_back(group.keyed ? std::make_unique<Mail>(group) : nullptr);
  return mail;
}

}  // namespace

/// Data of one thread, so that threads need no lock for each message.
class ThreadPool::Worker : public Outbox {
 public:
  Worker(const Tables& tables, const std::vector<Group>& groups)
      : mail(mail_of(groups)), tables_(tables), groups_(groups) {}

  double* table(int group) override {
    const std::size_t start = tables_.start_of(group);
    if (groups_[static_cast<std::size_t>(group)].message == 0)
      throw std::logic_error("a table is filled for group " + std::to_string(group) + ", whose message is 0 doubles");
    return current_.data() + start;
  }
  void send(int group, std::int64_t key, std::int64_t message) override {
    if (group < 0 || group >= static_cast<int>(mail.size()) || !mail[static_cast<std::size_t>(group)])
      throw std::logic_error("a message goes to group " + std::to_string(group) + ", which is not keyed");
    mail[static_cast<std::size_t>(group)]->send(key, message);
  }

  void begin_block() { current_.assign(tables_.width(), 0); }
  std::vector<double> end_block() { return std::move(current_); }

  std::vector<std::unique_ptr<Mail>> mail;
  double seconds = 0;
  std::int64_t elements = 0;

 private:
  const Tables& tables_;
  const std::vector<Group>& groups_;
  std::vector<double> current_;
};

ThreadPool::ThreadPool(const Program& program, int threads)
    : program_(program), groups_(groups_of(program)), tables_(program), mail_(mail_of(groups_)) {
  for (int t = 0; t < threads; ++t) workers_.push_back(std::make_unique<Worker>(tables_, groups_));
  try {
    for (int t = 1; t < threads; ++t) threads_.emplace_back([this, t] { work_as(t); });
  } catch (const std::system_error& e) {
    const auto made = threads_.size() + 1;
    dismiss();
    throw SystemError("cannot start thread " + std::to_string(made + 1) + " of " + std::to_string(threads) + ": " +
                      e.code().message());
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
    for (auto run = queue_->take(true); !run.empty(); run = queue_->take(true)) compute_run(thread, run);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    queue_->close();
  }
}

void ThreadPool::compute_run(int thread, const std::vector<Block*>& run) {
  Worker& worker = *workers_[static_cast<std::size_t>(thread)];
  const double start = now();
  TreeSum sums = tables_.sum_over(work_.layout->blocks());
  for (const Block* block : run) {
    worker.begin_block();
    program_.step(batch_of(work_.group, *work_.layout, *block, work_.multicast), worker);
    sums.add(block->number, worker.end_block());
    worker.elements += block->count;
  }
  if (work_.speed < 1)
    std::this_thread::sleep_for(std::chrono::duration<double>((now() - start) * (1 / work_.speed - 1)));
  worker.seconds += now() - start;
  const std::lock_guard lock(mutex_);
  sums_->merge(sums);
}

void ThreadPool::compute(const Work& work, Queue& queue, const std::function<bool()>& meanwhile) {
  work_ = work;
  queue_ = &queue;
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
    double block_s = look_s;  // the least time seen; longer ones include pauses of other causes
    double unseen_s = 0;
    for (bool more = true;;) {
      const auto blocks_of_look = static_cast<std::size_t>(std::min<double>(look_s / block_s, run_blocks));
      const auto run = queue.take(false, more ? std::max<std::size_t>(1, blocks_of_look) : run_blocks);
      if (run.empty() && !more) break;
      if (!run.empty()) {
        const double start = now(), blocks = static_cast<double>(run.size());
        compute_run(0, run);
        block_s = std::min(block_s, (now() - start) / blocks);
        unseen_s += blocks * block_s;
        if (unseen_s < look_s) continue;
      }
      unseen_s = 0;
      more = more && meanwhile();
    }
    queue.close();
    // Threads may be busy for long, and others wait for what was promised to them.
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
  for (auto& worker : workers_) {
    seconds_ += worker->seconds / static_cast<double>(workers_.size());
    elements_ += worker->elements;
    for (std::size_t g = 0; g < mail_.size(); ++g)
      if (mail_[g]) mail_[g]->merge(*worker->mail[g]);
  }
}

}  // namespace uneven::elements
