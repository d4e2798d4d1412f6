// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/command_line.hpp"
#include "shares/blocks.hpp"

namespace uneven::shares {

/// The options of a planner that shares a two-dimensional array: --array, --halo, --element-bytes.
class ArrayOption {
 public:
  /// Adds --array to `work`, the alternatives of what is shared, and the others to `app`; this must outlive both.
  void add_to(CommandLine& app, CommandLine& work);

  bool given() const { return extents_.has_value(); }

  /// @throws UsageError  if the extents are not ROWSxCOLUMNS, or an option of arrays was given without --array.
  ArrayRequest read() const;

 private:
  std::optional<std::string> extents_;
  std::optional<std::int64_t> halo_, element_bytes_;
};

}  // namespace uneven::shares
