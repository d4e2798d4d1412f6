// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/master.hpp"
#include "command/worker.hpp"
#include "context.hpp"
#include "document/options/command_options.hpp"

namespace uneven::command {

/// How a run ended, as rank 0 knows it.
struct Outcome {
  std::int64_t done = 0, before = 0;   ///< units done in this run, and in earlier ones
  std::vector<Failure> failures;       ///< of pieces that were given up
  std::optional<std::string> stopped;  ///< signal or time, if that left work undone
};

/// A run of a command as one rank sees it. Everything is collective.
class Run {
 public:
  /// Checks the files, opens the checkpoint. Ends the job if something is wrong with them.
  Run(const Work& work, const document::CommandOptions& options, const runner::Context& context,
      const comm::Communicator& comm);

  /// Makes all calls.
  void work();

  const Tally& tally() const { return worker_tally_; }
  double seconds() const { return seconds_; }  ///< wall time of work(), the longest of all ranks
  const Outcome& outcome() const { return outcome_; }

 private:
  void prepare_lines();
  void prepare_dispatch();
  void take_up_checkpoint();
  void forget_lost_outputs(const std::string& spool);

  const Work& work_;
  const document::CommandOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  CallTemplate template_;
  std::string lines_digest_;
  // Of rank 0.
  std::optional<LineIndex> lines_;
  std::unique_ptr<Log> log_;
  std::optional<Outputs> outputs_;
  std::optional<Dispatch> dispatch_;

  Tally worker_tally_;
  double seconds_ = 0;
  Outcome outcome_;
};

}  // namespace uneven::command
