// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command/call.hpp"
#include "command/dealer.hpp"
#include "command/line_index.hpp"
#include "command/log.hpp"
#include "command/mailbox.hpp"
#include "command/outputs.hpp"
#include "command/work.hpp"
#include "document/options/command_options.hpp"

namespace uneven::command {

/// What rank 0 has, and the other ranks have not.
struct Dispatch {
  const Work& work;
  Dealer dealer;
  Outputs& outputs;
  Log* log = nullptr;              ///< nullptr: no checkpoint
  LineIndex* lines = nullptr;      ///< nullptr: programs read nothing
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
  std::vector<Failure> failures_;
  std::optional<std::string> stopped_;
  std::int64_t done_ = 0, calls_ = 0;
  int left_ = 0;
  bool ended_ = false;  ///< the workers were told to end
};

}  // namespace uneven::command
