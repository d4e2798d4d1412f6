// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "document/reduction_tree.hpp"

namespace uneven::reduction {

/// Plays a tree forward in time, operation by operation, as the processors of the paper's model would.
struct Replay {
  double finish = 0;                ///< of the root
  std::string result;               ///< of concatenating items a, b, c, ... (repeating)
  std::vector<std::string> broken;  ///< rules of the model that the tree does not keep
};

inline char item_name(std::int64_t item) { return static_cast<char>('a' + item % 26); }

inline Replay replay(const document::ReductionTree& tree) {
  Replay seen;
  const double tolerance = 1e-9 * (1 + tree.finish);
  const auto fault = [&](std::int64_t processor, const std::string& what) {
    seen.broken.push_back("processor " + std::to_string(processor) + ": " + what);
  };
  struct Message {
    double arrives;
    std::string value;
  };
  std::map<std::int64_t, Message> sent;  // by sender
  std::vector<const document::TreeNode*> by_finish;
  for (const auto& node : tree.processors) by_finish.push_back(&node);
  // Nobody sends before its children did, as long as m > 0 or operations take time.
  std::stable_sort(by_finish.begin(), by_finish.end(), [](auto a, auto b) { return a->finish < b->finish; });
  for (const auto* node : by_finish) {
    const double n = tree.operation_times.empty() ? tree.compute : tree.operation_times[node->processor];
    std::deque<Message> operands;
    for (auto item = node->items.first; item < node->items.end(); ++item) operands.push_back({0, {item_name(item)}});
    std::map<double, int> arrivals;
    for (const auto child : node->children) {
      if (!sent.contains(child)) {
        fault(node->processor, "joins a result that was not sent");
        continue;
      }
      operands.push_back(sent[child]);
      if (++arrivals[sent[child].arrives] > tree.arity - 1) fault(node->processor, "too many arrivals at once");
      sent.erase(child);
    }
    double now = node->finish - static_cast<double>(node->operations) * n;
    if (now < -tolerance) fault(node->processor, "starts before the beginning");
    std::string value = operands.front().value;
    operands.pop_front();
    for (std::int64_t k = 0; k < node->operations; ++k, now += n) {  // no pause from the first to the last
      std::int64_t joined = 0;
      while (joined < tree.arity - 1 && !operands.empty() && operands.front().arrives <= now + tolerance) {
        value += operands.front().value;
        operands.pop_front();
        ++joined;
      }
      if (joined == 0) fault(node->processor, "has nothing to join");
    }
    if (!operands.empty()) fault(node->processor, "is done before its last operand arrived");
    if (node->parent) {
      sent[node->processor] = {now + tree.transfer, value};
    } else {
      seen.finish = now;
      seen.result = value;
    }
  }
  for (const auto& [sender, message] : sent) fault(sender, "sent a result that nobody joined");
  return seen;
}

/// What one processor would make of all items.
inline std::string sequential(std::int64_t items) {
  std::string result;
  for (std::int64_t item = 0; item < items; ++item) result += item_name(item);
  return result;
}

inline void check_sound(const document::ReductionTree& tree) {
  const auto seen = replay(tree);
  BOOST_TEST(seen.broken.empty(), (seen.broken.empty() ? "" : seen.broken.front()));
  BOOST_TEST(std::abs(seen.finish - tree.finish) <= 1e-9 * tree.finish);
  BOOST_TEST(seen.result == sequential(tree.items));
}

}  // namespace uneven::reduction
