// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <optional>
#include <string>
#include <vector>

#include "command/call.hpp"
#include "command/mailbox.hpp"
#include "command/work.hpp"

namespace uneven::command {

/// What all calls have in common.
struct CallTemplate {
  const Work* work = nullptr;
  std::vector<std::string> words;  ///< with {first} and the like
  std::string output;              ///< pattern of the files that outputs become; empty: none
  std::string lines;               ///< file whose lines the calls read; empty: none
  std::string host;                ///< of this rank
  std::vector<unsigned> cores;     ///< of this rank; empty: any
};

/// What a rank has done.
struct Tally {
  std::int64_t units = 0, calls = 0;    ///< of calls that ended well
  double seconds = 0, cpu_seconds = 0;  ///< likewise
  std::int64_t peak_bytes = 0;          ///< largest resident memory of any call, failed ones included
};

/// One rank's calls, one at a time, as rank 0 gives them.
///
/// give:   numbers = first, count, number of the rank that words name, offset and bytes of its lines
/// output: numbers = stream
/// ended:  numbers = first, count; text = JSON of code, signal, error and words; error is the errno of a
///         program that could not be started, or -1 if something else failed, which words tell
class Worker {
 public:
  Worker(const CallTemplate& calls, const comm::Communicator& comm);

  /// Does what can be done now. @return  whether there was anything.
  bool step();

  /// Adds what may bring something to do.
  void add_to(std::vector<pollfd>& waits);

  /// Whether this rank has nothing more to do.
  bool left() { return leaving_ && mailbox_.unsent() == 0; }

  const Tally& tally() const { return tally_; }

 private:
  void obey(const Message& message);
  void start();
  void end(int code, int signal, int error, const std::string& words);
  void look_for_end();
  bool may_send() { return mailbox_.unsent() < most_unsent; }

  static constexpr std::size_t most_unsent = 4;
  const CallTemplate& template_;
  Mailbox mailbox_;
  document::Range units_;
  Message given_;
  std::optional<Call> call_;
  Tally tally_;
  bool leaving_ = false;
};

}  // namespace uneven::command
