#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/made_by.hpp"

namespace uneven::document {

/// `count` consecutive integers from `first`.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t end() const { return first + count; }
  bool operator==(const Range&) const = default;
};

/// One processor that a plan was made for; host and cpu are absent where speeds were given by hand.
struct Processor {
  std::optional<std::string> host;
  std::optional<std::string> cpu;
  std::int64_t threads = 1;
  double speed = 1;  ///< units of the kernel's work per second
};

/// The command that made a plan.
using uneven::MadeBy;

}  // namespace uneven::document
