// SPDX-License-Identifier: MIT
#include <vector>

#include "draw/plans.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

std::string text(const schedule::Traffic& traffic, TextOptions options) {
  const auto number = [](std::int64_t count, bool known) { return known ? std::to_string(count) : "?"; };
  std::vector<std::vector<std::string>> rows;
  std::int64_t messages = 0;
  for (const auto& [pair, sent] : traffic) {
    rows.push_back({std::to_string(pair.first), std::to_string(pair.second), std::to_string(sent.messages),
                    number(sent.bytes, sent.all_known)});
    messages += sent.messages;
  }
  const schedule::Bytes bytes = schedule::bytes_of(traffic);
  rows.push_back({"all", "", std::to_string(messages), number(bytes.sum, bytes.all_known)});
  rows.push_back({"busiest", "", "", number(bytes.largest, bytes.all_known)});
  return table({{"from"}, {"to"}, {"messages"}, {"bytes"}}, rows, options);
}

}  // namespace uneven::draw
