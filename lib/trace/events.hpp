// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace uneven::trace {

/// An event of a trace file, as the Writer writes it; absent members keep these defaults.
struct FileEvent {
  std::size_t index = 0;           ///< in traceEvents
  std::string type;                ///< ph: "X" of a span, "M" of a name
  std::string name;                ///< of the phase, or of the kind of name
  std::string text;                ///< args/name
  double process = -1, line = -1;  ///< pid and tid
  double begin_us = -1, duration_us = -1;
  double number = -1;  ///< args/number
};

/// What a trace file tells of itself in its otherData.
struct AboutFile {
  struct Rank {
    double rank = -1, forgotten = 0, compute_s = 0;
  };
  std::string made_by;
  std::optional<bool> simulated;
  std::vector<Rank> ranks;
};

/// Reads a trace file event by event, in memory that does not grow with it.
///
/// @param most_ranks  of about those more are left out.
/// @throws OpenError, IoError; InputError with line and column for broken JSON, a number that no double can hold, NUL
///   bytes, a string of more than a MiB, or a value nested deeper than 100 levels.
/// Cost: one pass, some 20 ns a byte.
AboutFile read_events(const std::string& path, std::size_t most_ranks,
                      const std::function<void(const FileEvent&)>& take);

}  // namespace uneven::trace
