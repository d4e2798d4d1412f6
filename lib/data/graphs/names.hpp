// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace uneven::data {

/// Numbers texts from 0 in the order in which they are first seen. Memory: each text once.
class Names {
 public:
  std::int64_t number_of(std::string_view name) {
    const auto found = numbers_.find(name);
    return found != numbers_.end() ? found->second
                                   : numbers_.emplace(name, static_cast<std::int64_t>(numbers_.size())).first->second;
  }

  /// All of them by number; none are left.
  std::vector<std::string> take() {
    std::vector<std::string> names(numbers_.size());
    while (!numbers_.empty()) {
      auto node = numbers_.extract(numbers_.begin());
      names[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
    }
    return names;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> numbers_;
};

}  // namespace uneven::data
