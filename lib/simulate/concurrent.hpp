// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Concurrent operations of one processor. An operation is a run of steps; the one whose message arrives first runs
/// next. Cost: O(log n) for each message among n operations.
class ConcurrentOperations {
 public:
  /// @param steps  must outlive this.
  /// @param next   the first of them that has an operation.
  ConcurrentOperations(std::span<const Step> steps, std::size_t next);

  std::size_t count() const { return operations_.size(); }
  /// Index of the first step after all operations.
  std::size_t end() const { return end_; }
  bool complete() const { return open_ == 0; }
  const Step& head(std::size_t operation) const { return steps_[next(operation)]; }
  /// Index of the operation's next step.
  std::size_t next(std::size_t operation) const { return operations_[operation].next; }

  /// Sets the time at which the operation's next step can run: the arrival of its message; never: tell() will give it.
  void expect(std::size_t operation, double arrival);
  void tell(int from, int tag, double arrival);

  /// The operation to run: the one under way, or else the one whose message arrived first. @return nothing if no
  /// message has arrived.
  std::optional<std::size_t> choose();

  /// Moves past the head of the chosen operation. @return the operation if its next step is a receive.
  std::optional<std::size_t> advance();

 private:
  struct Operation {
    std::size_t next, end;
  };
  using Ready = std::pair<double, std::size_t>;

  std::span<const Step> steps_;
  std::vector<Operation> operations_;
  std::size_t open_ = 0, end_ = 0;
  std::optional<std::size_t> under_way_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::map<std::pair<int, int>, std::size_t> waiting_;  ///< by sender and tag
};

}  // namespace uneven::simulate
