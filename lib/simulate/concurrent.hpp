#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "simulate/replay.hpp"
#include "simulate/resources.hpp"

namespace uneven::simulate {

/// What a processor does side by side, in lanes of steps: that lane goes on whose message is there first.
/// Cost: O(log) of the lanes for each message.
class Lanes {
 public:
  /// @param steps  must outlive this.
  /// @param next   the first of them that has a lane.
  Lanes(const std::vector<Step>& steps, std::size_t next);

  std::size_t count() const { return lanes_.size(); }
  /// The first step behind all lanes.
  std::size_t end() const { return end_; }
  bool complete() const { return open_ == 0; }
  const Step& head(std::size_t lane) const { return steps_[lanes_[lane].next]; }

  /// When the message that is the head of a lane is there; never: tell() will tell.
  void expect(std::size_t lane, double arrival);
  void tell(int from, int tag, double arrival);

  /// The lane to go on with: the one that is under way, or that of the first message. @return nothing if none has come.
  std::optional<std::size_t> choose();

  /// Leaves the head of the chosen lane behind. @return the lane if it is to wait for a message.
  std::optional<std::size_t> advance();

 private:
  struct Lane {
    std::size_t next, end;
  };
  using Ready = std::pair<double, std::size_t>;

  const std::vector<Step>& steps_;
  std::vector<Lane> lanes_;
  std::size_t open_ = 0, end_ = 0;
  std::optional<std::size_t> under_way_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::map<std::pair<int, int>, std::size_t> waiting_;  ///< by sender and tag
};

}  // namespace uneven::simulate
