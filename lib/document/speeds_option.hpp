// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/text.hpp"
#include "base/tool.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

/// Where a planner's speeds come from: a document, or a list by hand.
class SpeedsOption {
 public:
  /// Adds SPEEDS and --speeds to `app`, which must not outlive this; to several subcommands, too.
  void add_to(CommandLine& app, const std::string& kernel = "", const std::string& unit = "");

  bool document_given() const { return path_.has_value(); }
  bool by_hand() const { return list_.has_value(); }

  /// @param input  a file that `name` names, the option or operand of another input.
  /// @throws UsageError  if both inputs are standard input.
  void require_other_than(const std::string& input, const std::string& name) const;

  /// The document, standard input if none is named, or the list.
  Speeds read(const Tool& tool) const;

 private:
  std::optional<std::string> path_, list_;
};

/// Adds to a plan the kernel of the speeds that it was made of and its maker, and writes it. From speeds of other
/// kernels only shares follow, which is worth a word.
/// @param has_seconds  the speeds are of the plan's kind of work.
template <class Plan>
void write_plan(const Tool& tool, Plan plan, const Speeds& speeds, bool has_seconds) {
  if (!speeds.kernel.empty()) {
    plan.kernel = speeds.kernel;
    plan.kernel_options = speeds.kernel_options;
    if (!has_seconds)
      tool.note("the speeds are of kernel " + shown(speeds.kernel) + ": planned by shares, no seconds predicted");
  }
  plan.made_by = tool.made_by();
  tool.write(plan);
}

}  // namespace uneven::document
