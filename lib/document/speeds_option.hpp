// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

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
  bool from_standard_input() const { return !list_ && path_.value_or("-") == "-"; }

  /// The document, standard input if none is named, or the list.
  Speeds read(const Tool& tool) const;

 private:
  std::optional<std::string> path_, list_;
};

}  // namespace uneven::document
