// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "schedule/performer.hpp"

/// Ranks that are threads: their messages are kept here until they are received.
class Mailbox {
 public:
  using Bytes = std::vector<std::byte>;
  void put(int from, int to, int tag, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    ++sent[{from, to}].first;
    sent[{from, to}].second += bytes.size();
    messages_[{from, to, tag}].push_back(std::move(bytes));
  }
  bool take(int from, int to, int tag, Bytes& bytes) {
    const std::lock_guard lock(mutex_);
    auto& queue = messages_[{from, to, tag}];
    if (queue.empty()) return false;
    bytes = std::move(queue.front());
    queue.pop_front();
    return true;
  }
  std::map<std::pair<int, int>, std::pair<std::size_t, std::size_t>> sent;  ///< messages, bytes by sender and receiver

 private:
  std::mutex mutex_;
  std::map<std::tuple<int, int, int>, std::deque<Bytes>> messages_;
};

/// One rank's end of a mailbox. Receives are served in the order in which they were posted, as MPI's.
class InMemory : public uneven::schedule::Transport {
 public:
  using Memory = uneven::schedule::Memory;
  using Request = uneven::schedule::Request;

  InMemory(Mailbox& mailbox, int rank) : mailbox_(mailbox), rank_(rank) {}

  /// Done at the next look.
  Request send(int to, int tag, const Memory& memory) override {
    Mailbox::Bytes bytes;
    rows_of(memory, [&](std::byte* row, std::size_t count) { bytes.insert(bytes.end(), row, row + count); });
    mailbox_.put(rank_, to, tag, std::move(bytes));
    return next_++;
  }

  Request receive(int from, int tag, const Memory& memory) override {
    posted_[{from, tag}].emplace_back(next_, memory);
    return next_++;
  }

  void test_requests(std::span<Request> requests) override {
    Mailbox::Bytes bytes;
    for (auto& [key, receives] : posted_)
      while (!receives.empty() && mailbox_.take(key.first, rank_, key.second, bytes)) {
        const std::byte* next = bytes.data();
        rows_of(receives.front().second, [&](std::byte* row, std::size_t count) {
          std::memcpy(row, next, count);
          next += count;
        });
        if (next != bytes.data() + bytes.size()) throw std::logic_error("a message of another length");
        receives.pop_front();
      }
    for (Request& request : requests)
      if (!waiting(request)) request = uneven::schedule::no_request;
  }

  void wait_until(const std::function<bool()>& ready) override {
    while (!ready()) std::this_thread::yield();
  }

  void forget(Request) override {}

 private:
  template <class Use>
  static void rows_of(const Memory& memory, Use use) {
    for (std::int64_t row = 0; row < memory.rows; ++row)
      use(static_cast<std::byte*>(memory.data) + row * memory.stride * memory.element_bytes,
          static_cast<std::size_t>(memory.columns * memory.element_bytes));
  }
  bool waiting(Request request) const {
    for (const auto& [key, receives] : posted_)
      for (const auto& [number, memory] : receives)
        if (number == request) return true;
    return false;
  }

  Mailbox& mailbox_;
  int rank_;
  Request next_ = 0;
  std::map<std::pair<int, int>, std::deque<std::pair<Request, Memory>>> posted_;  ///< by sender and tag
};

/// Runs `work` of all ranks at a time.
inline void on_ranks(int ranks, Mailbox& mailbox,
                     const std::function<void(int rank, uneven::schedule::Transport&)>& work) {
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      try {
        InMemory transport(mailbox, rank);
        work(rank, transport);
      } catch (...) {
        errors[static_cast<std::size_t>(rank)] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
}
