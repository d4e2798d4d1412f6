// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// What a processor does side by side, in operations of steps: that operation goes on whose message is there first.
/// Cost: O(log) of the operations for each message.
class ConcurrentOperations {
 public:
  /// @param steps  must outlive this.
  /// @param next   the first of them that has an operation.
  ConcurrentOperations(const std::vector<Step>& steps, std::size_t next);

  std::size_t count() const { return operations_.size(); }
  /// The first step behind all operations.
  std::size_t end() const { return end_; }
  bool complete() const { return open_ == 0; }
  const Step& head(std::size_t operation) const { return steps_[operations_[operation].next]; }

  /// When the message that is the head of an operation is there; never: tell() will tell.
  void expect(std::size_t operation, double arrival);
  void tell(int from, int tag, double arrival);

  /// The operation to go on with: the one that is under way, or that of the first message. @return nothing if none has
  /// come.
  std::optional<std::size_t> choose();

  /// Leaves the head of the chosen operation behind. @return the operation if it is to wait for a message.
  std::optional<std::size_t> advance();

 private:
  struct Operation {
    std::size_t next, end;
  };
  using Ready = std::pair<double, std::size_t>;

  const std::vector<Step>& steps_;
  std::vector<Operation> operations_;
  std::size_t open_ = 0, end_ = 0;
  std::optional<std::size_t> under_way_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::map<std::pair<int, int>, std::size_t> waiting_;  ///< by sender and tag
};

}  // namespace uneven::simulate
