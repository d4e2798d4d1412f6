// SPDX-License-Identifier: MIT
#include <vector>

#include "draw/plans.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

std::string text(const schedule::Traffic& traffic, TextOptions options) {
  std::vector<std::vector<std::string>> rows;
  std::int64_t messages = 0;
  for (const auto& [pair, sent] : traffic) {
    rows.push_back({std::to_string(pair.first), std::to_string(pair.second), std::to_string(sent.messages),
                    std::to_string(sent.bytes)});
    messages += sent.messages;
  }
  const schedule::Bytes bytes = schedule::bytes_of(traffic);
  rows.push_back({"all", "", std::to_string(messages), std::to_string(bytes.sum)});
  rows.push_back({"busiest", "", "", std::to_string(bytes.largest)});
  return table({{"from"}, {"to"}, {"messages"}, {"bytes"}}, rows, options);
}

}  // namespace uneven::draw
