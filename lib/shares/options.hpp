// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/tool.hpp"
#include "document/speeds.hpp"
#include "shares/blocks.hpp"
#include "shares/makespan.hpp"

namespace uneven::shares {

/// The options of a planner that shares a two-dimensional array: --array, --halo, --element-bytes.
class ArrayOption {
 public:
  /// Adds --array to `work`, the alternative kinds of work, and the other options to `app`; this must outlive both.
  void add_to(CommandLine& app, CommandLine& work);

  bool given() const { return extents_.has_value(); }

  /// @throws UsageError  if the extents are not ROWSxCOLUMNS, or an option of arrays was given without --array.
  ArrayRequest read() const;

 private:
  std::optional<std::string> extents_;
  std::optional<std::int64_t> halo_, element_bytes_;
};

/// Option --memory of a planner: bytes that the work may use on each processor.
class MemoryOption {
 public:
  /// Adds the option to `app`, which must not outlive this.
  void add_to(CommandLine& app);

  bool given() const { return text_.has_value(); }

  /// The bytes that the option gives each processor, or else those that the speeds tell; shape [N].
  /// @throws UsageError  if the option is no list of bytes, or has another length than the processors.
  std::vector<std::optional<std::int64_t>> read(const document::Speeds& speeds) const;

  /// Puts what read() tells into the speeds, from where plans take it.
  void apply_to(document::Speeds& speeds) const;

 private:
  std::optional<std::string> text_;
};

/// The options of a planner that limit shares: multiples, least, most, memory.
class LimitsOption {
 public:
  /// Adds the options to `app`, which must not outlive this.
  void add_to(CommandLine& app);

  bool multiples() const { return multiple_of_ > 1; }

  bool given() const { return multiple_of_ > 1 || least_ > 0 || most_ || memory_.given() || per_unit_ || fixed_; }

  /// Whether anything but speed decides the shares: an option was given, or `speeds` has fixed times, or `speeds` has
  /// the memory of a processor and also that of a unit or process.
  bool matter(const document::Speeds& speeds) const;

  /// What the options ask for, and the memory that `speeds` tell where no option does.
  /// @throws UsageError  if a value is wrong, a list has another length than the processors, or memory cannot be
  ///   honoured because one of its numbers is missing.
  Wanted read(const document::Speeds& speeds) const;

 private:
  std::int64_t multiple_of_ = 1, least_ = 0;
  std::optional<std::string> most_, per_unit_, fixed_;
  MemoryOption memory_;
};

}  // namespace uneven::shares
