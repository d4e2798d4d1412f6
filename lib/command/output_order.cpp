// SPDX-License-Identifier: MIT
#include "command/output_order.hpp"

#include <utility>

namespace uneven::command {

void OutputOrder::end(document::Range units, std::vector<Bytes> output) {
  ended_[units.first] = {units.end(), std::move(output)};
}

std::vector<Bytes> OutputOrder::due() {
  std::vector<Bytes> parts;
  for (auto next = ended_.find(next_); next != ended_.end(); next = ended_.find(next_)) {
    parts.insert(parts.end(), next->second.output.begin(), next->second.output.end());
    next_ = next->second.end;
    ended_.erase(next);
  }
  return parts;
}

}  // namespace uneven::command
