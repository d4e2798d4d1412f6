// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

#include "schedule/schedule.hpp"

namespace uneven::schedule {

/// Numbers in memory, as a block of a row-major matrix; a vector is one row.
struct Memory {
  void* data = nullptr;  ///< null: a message of this length without numbers, which only a simulation sends
  std::int64_t columns = 0;
  std::int64_t rows = 1;
  std::int64_t stride = 0;         ///< numbers from one row to the next; only of several rows
  std::int64_t element_bytes = 4;  ///< 1, 4 or 8
};

/// A message under way. The transport that started it numbers them.
using Request = int;
inline constexpr Request no_request = -1;

/// Carries messages between ranks: MPI in the runner, memory in tests, simulated links in simulations, which also let
/// the time of work pass that they are told of.
///
/// Of messages between two ranks with one tag, the first sent is the first received. Nothing blocks but wait_until().
class Transport {
 public:
  virtual ~Transport() = default;

  /// The memory must stay, and not be written to, until the request is done.
  virtual Request send(int to, int tag, const Memory& memory) = 0;
  /// The memory must stay until the request is done. It must hold exactly the message.
  virtual Request receive(int from, int tag, const Memory& memory) = 0;

  /// Looks once at what has happened, which moves all messages along, also those that are not asked about. Requests
  /// that are done become no_request.
  virtual void test_requests(std::span<Request> requests) = 0;

  /// Calls `ready`, which must look, until it returns true.
  virtual void wait_until(const std::function<bool()>& ready) = 0;

  /// Gives up a message that nobody waits for any more, after an error.
  virtual void forget(Request request) = 0;

  /// Seconds since a fixed moment.
  virtual double now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  /// Called after a piece of work, and after numbers of so many bytes have been added.
  virtual void worked(const Work&) {}
  virtual void added(std::int64_t) {}
};

}  // namespace uneven::schedule
