// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/command_line.hpp"
#include "document/speeds.hpp"
#include "shares/plan.hpp"

namespace uneven::shares {

/// The options of a planner that limit shares: multiples, least, most, memory.
class LimitsOption {
 public:
  /// Adds the options to `app`, which must not outlive this.
  void add_to(CommandLine& app);

  bool given() const { return multiple_of_ > 1 || least_ > 0 || most_ || memory_ || per_unit_ || fixed_; }

  /// Whether shares are any but those in proportion to speed: an option was given, or `speeds` tell fixed times, or
  /// the memory that there is and that is needed.
  bool matter(const document::Speeds& speeds) const;

  /// What the options ask for, and the memory that `speeds` tell where no option does.
  /// @throws UsageError  if a value is wrong, a list has another length than the processors, or memory cannot be
  ///   honoured because one of its numbers is missing.
  Wanted read(const document::Speeds& speeds) const;

 private:
  std::int64_t multiple_of_ = 1, least_ = 0;
  std::optional<std::string> most_, memory_, per_unit_, fixed_;
};

}  // namespace uneven::shares
