// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "elements/growth.hpp"
#include "elements/mail.hpp"
#include "elements/tree_sum.hpp"

namespace uneven::elements {

/// Most blocks of a run of neighbours.
inline constexpr std::size_t run_blocks = 16;

/// Of computing between two looks at what travels meanwhile, which does not move on by itself. A look finds MPI's code
/// and data out of the cache, and takes some tens of microseconds.
inline constexpr double look_s = 1e-3;

/// Queue of the blocks to compute in a superstep. Threads take runs of neighbours, so that one thread makes most of the
/// sums over a run.
class Queue {
 public:
  void add(Block* block);
  void open(const std::vector<Block*>& blocks);

  /// Ends the adding of blocks; waiting threads return.
  void close();

  /// Takes the next blocks, up to `most` neighbours in one node of the tree of sums. If the queue is empty and `wait`
  /// is set, waits for blocks or close(). An empty result means no more blocks; without `wait`, none at present.
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

/// The threads of one process, which compute the blocks of a queue by calling f and g.
class ThreadPool {
 public:
  /// @param threads  at least 1; the calling thread is one of them.
  /// @throws SystemError  if the system refuses a thread.
  ThreadPool(const Program& program, int threads);
  ThreadPool(const ThreadPool&) = delete;
  ~ThreadPool();

  /// One superstep's part of this process.
  struct Work {
    int group = 0;
    const BlockLayout* layout = nullptr;
    std::span<const double> multicast;
    std::size_t run = 0;  ///< blocks that a thread takes at a time; 0: as many as take a millisecond
    double speed = 1;     ///< below 1: idles after each run of blocks to imitate a processor of this relative speed
  };

  /// Computes all blocks of `queue`, and those added before it is closed.
  ///
  /// @param meanwhile  called by this thread between runs of blocks; returns whether more blocks may come. The queue is
  ///                   closed once it is empty and no more blocks may come.
  /// @throws the program's exception, in this thread.
  void compute(const Work& work, Queue& queue, const std::function<bool()>& meanwhile);

  TreeSum& sums() { return *sums_; }                            ///< of this superstep, to be taken before the next
  std::vector<std::unique_ptr<Mail>>& mail() { return mail_; }  ///< by group, null where not keyed

  /// By group: the elements that were made in this superstep, by the makers' blocks, which ascend.
  const std::vector<std::vector<MadeByBlock>>& made() const { return made_; }

  /// Adds what central elements made after this superstep.
  void add_made(std::vector<std::vector<MadeByBlock>> made);

  /// Between supersteps: a group has grown to `count` elements.
  void grow(std::size_t group, std::int64_t count);

  /// During compute(): the letters to a group that threads have put together so far, if they are worth a message.
  std::unique_ptr<Mail> take_letters(std::size_t group);

  double seconds() const { return seconds_; }          ///< compute time of the last superstep, mean over threads
  std::int64_t elements() const { return elements_; }  ///< computed in the last superstep

 private:
  class Worker;
  void dismiss();
  void work_as(int thread);
  std::vector<Block*> take(bool wait);
  void compute_run(int thread, const std::vector<Block*>& run);
  void take_up_work(int thread);

  const Program& program_;
  std::vector<Group> groups_;
  Tables tables_;
  std::vector<BlockLayout> layouts_;  ///< by group, see Tables::layouts()
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::int64_t superstep_ = 0;
  int busy_ = 0;
  bool leave_ = false;
  std::exception_ptr failure_;

  Work work_;
  Queue* queue_ = nullptr;
  std::atomic<double> block_s_ = 0;  ///< the least time seen of a block; longer ones include pauses of other causes
  std::unique_ptr<TreeSum> sums_;
  std::vector<std::unique_ptr<Mail>> mail_;
  std::vector<std::vector<MadeByBlock>> made_;
  double seconds_ = 0;
  std::int64_t elements_ = 0;
};

}  // namespace uneven::elements
