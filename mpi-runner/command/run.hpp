// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.hpp"
#include "command/call.hpp"
#include "command/log.hpp"
#include "command/work.hpp"
#include "command/worker.hpp"
#include "context.hpp"
#include "document/options/program_options.hpp"

namespace uneven::command {

/// The outputs of the programs of all ranks, at rank 0: passed on as they come, or standard output kept in a spool file
/// and printed in the order of the units. Standard error is always passed on as it comes.
class Outputs {
 public:
  /// @param descriptor  where standard output goes.
  /// @param frames      bytes go to the descriptor in frames (launch/progress.hpp), those of standard error too.
  Outputs(int descriptor, bool frames, int ranks);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// From now on outputs are kept in order.
  /// @param path     of the spool; empty: a temporary file.
  /// @param resume   what the spool holds is kept.
  /// @throws IoError
  void keep_order(const std::string& path, bool resume);

  /// Takes bytes of a rank's present call. @throws IoError
  void take(int rank, Stream stream, std::string_view bytes);

  /// Ends a rank's present call. @return  its output in the spool, on the disk; with a checksum if the spool outlives
  ///                                       this process.
  Kept end_call(int rank);

  /// Whether the spool still has the output of an earlier run. Reads it once.
  bool holds(const Kept& output) const;

  /// Tells that a piece has ended, and prints the outputs that are due (see OutputOrder); nothing unless outputs are
  /// kept in order.
  /// @throws InputError  if the spool ends before an output does.
  /// @throws IoError
  void end_piece(document::Range units, const std::vector<Bytes>& output);

 private:
  bool read_spool(const std::vector<Bytes>& parts, const std::function<void(std::string_view)>& take) const;
  void print(Stream stream, std::string_view bytes) const;

  int descriptor_;
  bool frames_;
  int spool_ = -1;
  bool on_disk_ = false;  ///< the spool outlives this process
  std::string spool_name_;
  std::int64_t spooled_ = 0;  ///< bytes of the spool
  struct PresentCall {
    std::vector<Bytes> parts;
    Checksum checksum;
  };
  std::vector<PresentCall> calls_;  ///< by rank
  OutputOrder order_;
};

/// What rank 0 has, and the other ranks have not.
struct Dispatch {
  const Work& work;
  Dealer dealer;
  Outputs& outputs;
  Log* log = nullptr;              ///< nullptr: no checkpoint
  LineIndex* lines = nullptr;      ///< nullptr: programs read nothing
  std::vector<int> processors;     ///< of the plan, by rank
  std::vector<std::string> hosts;  ///< by rank
  std::int64_t before = 0;         ///< units done in earlier runs
};

/// Deals pieces to ranks that are free until all are done, or the run is to end. A piece is done once it is in the log.
///
/// A failed piece is dealt again as often as retries allow; then the run ends, and running programs are killed, or it
/// goes on without the piece. A signal and the end of the time let running programs end.
class Master {
 public:
  Master(Dispatch& dispatch, const document::CommandOptions& options, const comm::Communicator& comm);

  /// Does what can be done now. @return  whether there was anything. @throws IoError
  bool step();

  /// Whether all ranks have left.
  bool over() { return left_ == comm_.size() && mailbox_.unsent() == 0; }

  const std::vector<Failure>& failures() const { return failures_; }
  const std::optional<std::string>& stopped() const { return stopped_; }  ///< signal or time
  std::int64_t done() const { return done_; }                             ///< units, in this run
  std::int64_t calls() const { return calls_; }

 private:
  void hear(int from, const Message& message);
  void end_call(int rank, const Message& message);
  void fail(int rank, const Piece& piece, const std::string& text);
  void check_stop();
  bool deal();
  void end_workers();

  Dispatch& dispatch_;
  const document::CommandOptions& options_;
  const comm::Communicator& comm_;
  Mailbox mailbox_;
  double start_;
  std::vector<bool> free_;                    ///< by rank: waits for a piece
  std::vector<std::optional<Piece>> pieces_;  ///< by rank: the one it works on
  std::vector<double> given_at_;              ///< by rank: when it got its last piece
  std::vector<double> busy_s_;                ///< by rank: with pieces that ended well
  std::vector<Failure> failures_;
  std::optional<std::string> stopped_;
  std::int64_t done_ = 0, calls_ = 0;
  int left_ = 0;
  bool ended_ = false;  ///< the workers were told to end
};

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
  /// @param comm  of the processors that are not absent, in order.
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
