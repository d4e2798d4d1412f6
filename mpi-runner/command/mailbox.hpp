// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
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

  /// A message that has arrived, and from whom.
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

}  // namespace uneven::command
