// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/names.hpp"
#include "document/json.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

/// How calls of a user's command divide the units of a plan.
enum class CallMethod { shares, self_scheduling, stealing };

constexpr auto table_of(CallMethod) {
  using enum CallMethod;
  return std::to_array<Name<CallMethod>>(
      {{shares, "static"}, {self_scheduling, "self-scheduling"}, {stealing, "stealing"}});
}

/// Input and options of a job that runs a user's command ("run": "command"), which itself stands in no document.
struct CommandOptions {
  std::optional<std::string> lines;  ///< a file; each call reads its lines
  CallMethod method = CallMethod::shares;
  std::optional<std::int64_t> piece;  ///< units of each call; absent: by the method
  std::int64_t least = 1;             ///< self-scheduling: units of the smallest call
  bool keep_order = false;            ///< outputs in the order of the units
  std::int64_t retries = 0;           ///< further calls for a piece that failed
  bool keep_going = false;            ///< a failure does not end the run
  std::optional<std::string> checkpoint;
  bool resume = false;
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const CommandOptions&);
Object describe_options(const CommandOptions&);

}  // namespace uneven::document
