// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <random>
#include <tuple>
#include <variant>
#include <vector>

#include "schedule/schedule.hpp"

namespace uneven::schedule {

/// Carries out lists without sums, one operation of any rank that can go on at a time, in an order that is drawn.
/// Messages of any length arrive at once.
template <class Payload>
class InTurn {
 public:
  std::function<void(int rank, const Work&)> work = [](int, const Work&) {};
  std::function<Payload(int rank, const Message&)> send;
  std::function<void(int rank, const Message&, const Payload&)> receive;

  /// @return  whether all lists came to their ends, and every message to its receiver.
  bool run(const std::vector<Schedule>& lists, std::mt19937& random) {
    std::vector<std::size_t> at(lists.size(), 0);
    std::map<std::tuple<int, int, int>, std::deque<Payload>> under_way;  // by sender, receiver and tag
    const auto go_on = [&](std::size_t i) {
      if (at[i] == lists[i].operations.size()) return false;
      const int rank = static_cast<int>(i);
      const Operation& operation = lists[i].operations[at[i]];
      if (const auto* own = std::get_if<Work>(&operation)) work(rank, *own);
      if (const auto* sent = std::get_if<Send>(&operation))
        under_way[{rank, sent->message.partner, sent->message.tag}].push_back(send(rank, sent->message));
      if (const auto* wanted = std::get_if<Receive>(&operation)) {
        auto& here = under_way[{wanted->message.partner, rank, wanted->message.tag}];
        if (here.empty()) return false;
        receive(rank, wanted->message, here.front());
        here.pop_front();
      }
      ++at[i];
      return true;
    };
    for (bool more = true; more;) {
      more = false;
      const std::size_t first = random() % lists.size();
      for (std::size_t i = 0; i < lists.size() && !more; ++i) more = go_on((first + i) % lists.size());
    }
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (at[i] < lists[i].operations.size()) return false;
    for (const auto& [pair, left] : under_way)
      if (!left.empty()) return false;
    return true;
  }
};

}  // namespace uneven::schedule
