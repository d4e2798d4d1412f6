// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "document/status.hpp"
#include "launch/progress.hpp"

namespace uneven::launch {

/// Reads [[0, 1.5], [2, 0.75, 0.1, 0.2]]: a rank and its seconds of computing, then of communicating and waiting where
/// they are known. Nothing if the text is not of this form.
std::vector<document::RankStatus> parse_rank_times(const std::string& text);

/// How far a running job is, in a file that others may read at any moment: a status document, renamed into place about
/// every second and at the end. A process that is killed leaves the last whole one.
///
/// A failed write is reported once, and tried again. Writes do not wait for the disk.
class StatusFile {
 public:
  using Clock = std::chrono::steady_clock;

  /// Writes the first document, and says so if that fails.
  /// @param path  empty: nothing is written at all. @param words  for the warning; must outlive this.
  StatusFile(std::string path, const std::string& tool, std::ostream& words, Clock::time_point now = Clock::now());

  void update(const ProgressReport& report, Clock::time_point now = Clock::now());
  void set_ranks(std::vector<document::RankStatus> ranks);
  /// @param text  a line; of many only the last eight are kept.
  void add_event(const std::string& text, Clock::time_point now = Clock::now());

  /// To be called now and then: writes a document if the last one is a second old.
  void pass(Clock::time_point now = Clock::now());

  /// Writes the last document. Later calls, and all of the above, have no effect.
  /// @param message  of a run that failed.
  void end(document::RunState state, const std::string& message = "", Clock::time_point now = Clock::now());

 private:
  void write(Clock::time_point now);
  /// @return  0 or errno.
  int replace_file(const std::string& text) const;

  std::string path_, beside_;
  std::ostream& words_;
  document::Status status_;
  Clock::time_point start_, heard_, written_;
  double left_s_ = 0;  ///< when last heard; 0: not known
  bool warned_ = false, ended_ = false;
};

}  // namespace uneven::launch
