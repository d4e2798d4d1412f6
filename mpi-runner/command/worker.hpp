// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "command/call.hpp"
#include "command/work.hpp"
#include "document/common.hpp"

namespace uneven::command {

/// What ranks tell each other. Rank 0 deals pieces, and works like all others.
enum class Say : std::int64_t {
  ready,   ///< to rank 0: give me a piece
  output,  ///< to rank 0: bytes of the present call
  ended,   ///< to rank 0: how the call ended; also "ready"
  left,    ///< to rank 0: my last message
  give,    ///< to a rank: make a call
  leave,   ///< to a rank: kill a running call and end
};

struct Message {
  Say say = Say::ready;
  std::int64_t numbers[5] = {};  ///< by kind, see Worker
  std::string text{};            ///< bytes of output; JSON of an end
};

/// Tags of the messages to rank 0 as the one that deals pieces, and to ranks as those that make calls.
inline constexpr int tag_to_master = 1, tag_to_worker = 2;

/// Sends and receives messages; neither blocks.
class Mailbox {
 public:
  /// @param tag_in, tag_out  of the messages that are received and sent here.
  Mailbox(const comm::Communicator& comm, int tag_in, int tag_out) : comm_(comm), in_(tag_in), out_(tag_out) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Sends a message; it counts as sent once it is received, so that unsent() limits what waits at a slow receiver.
  void send(const Message& message, int to);

  /// Messages under way.
  std::size_t unsent();

  /// A message that has arrived, and its sender.
  struct Received {
    int from;
    Message message;
  };
  std::optional<Received> receive();

 private:
  struct Sending {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  const comm::Communicator& comm_;
  int in_, out_;
  std::list<Sending> sending_;
};

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
