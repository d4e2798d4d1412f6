// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "document/describe/object.hpp"

namespace uneven::document {

enum class RunState { running, finished, failed, stopped };

constexpr auto table_of(RunState) {
  using enum RunState;
  return std::to_array<Name<RunState>>(
      {{running, "running"}, {finished, "finished"}, {failed, "failed"}, {stopped, "stopped"}});
}

/// Where the time of a rank has gone so far, as far as it is known.
struct RankStatus {
  std::int64_t rank = 0;
  double compute_s = 0;
  std::optional<double> communicate_s, wait_s;
};

/// Something that happened in a run.
struct StatusEvent {
  double seconds = 0;  ///< since the start of the tool
  std::string text;
};

/// Document "status", written by the run tools while their job runs.
struct Status {
  static constexpr const char* kind = "status";
  std::string tool;
  RunState state = RunState::running;
  std::optional<std::string> message;  ///< of a run that failed
  double done = 0;                     ///< of `total`
  std::optional<double> total;
  std::string unit;
  std::optional<std::string> label;    ///< name of `value`
  std::optional<double> value;         ///< the last one
  double seconds = 0;                  ///< since the start of the tool
  std::optional<double> seconds_left;  ///< an estimate
  std::vector<RankStatus> ranks;       ///< by rank; empty: not known
  std::vector<StatusEvent> events;     ///< the last ones, the oldest first
  std::string host;
  std::int64_t pid = 0;
  double written_unix_s = 0;  ///< seconds since 1970
};

Object describe(const RankStatus&);
Object describe(const StatusEvent&);
Object describe(const Status&);

Faults faults(const Status& status);

}  // namespace uneven::document
