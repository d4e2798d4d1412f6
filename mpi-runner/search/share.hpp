// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/search.hpp"
#include "schedule/performer.hpp"
#include "search/answers.hpp"
#include "search/held.hpp"
#include "search/packed.hpp"

namespace uneven::search {

/// What one rank did.
struct Tally {
  std::int64_t examples = 0;  ///< scanned, once per batch
  double work = 0;            ///< examples x queries
  std::int64_t messages = 0;  ///< sent
  schedule::Times times;
};

/// One rank's side of the shared scan of one batch of queries.
struct Scanner {
  const comm::Communicator& comm;
  const comm::WaitPolicy& wait_policy;
  const document::Search& plan;
  std::int64_t queries;                       ///< in the batch
  std::function<void(document::Range)> scan;  ///< compares these examples with the batch
  Held& held;
  Tally& tally;
  std::function<void(Packed&)> read{};  ///< from the file, rows that a rank does not hold; empty: rank 0 sends them

  bool root() const { return comm.rank() == 0; }

  /// Scans in steps. After each it calls `look`, which answers messages, so that no request waits long. Reads missing
  /// rows before. `rest` is the range left; `look` may shorten it.
  void scan_all(document::Range& rest, const std::function<void()>& look) const;

  /// Scans in one go.
  void scan_now(document::Range rows) const;

  /// Waits, on the wait account, until `ready`, which may exchange messages.
  void wait_until(const std::function<bool()>& ready) const;
};

/// Every example of the plan is scanned by one rank, by the plan's method. Collective.
void share_scan(const Scanner& scanner);

/// static-process, synchronous-data, asynchronous-data, self-scheduling: rank 0 hands out parts, with their examples
/// unless these belong to the share that the receiver holds. Except with synchronous-data it scans parts itself, too.
void hand_out(const Scanner& scanner);

/// dynamic-process, stealing: a rank that is nearly done takes the end of a busy rank's rest. dynamic-process: half the
/// rest of the next busy rank in a ring. stealing: of the rank with the longest time left, the part with which both end
/// together.
void split_rests(const Scanner& scanner);

/// Tags of requests for parts, of the parts given, and of their examples.
enum ScanTag { tag_ask = tag_others, tag_give, tag_examples };

/// Sends without waiting for the receiver: short messages only.
void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Any message. @return  done when the numbers, which must stay until then, have left.
MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Examples `rows`, which must stay until the request is done.
MPI_Request begin_sending(const comm::Communicator& comm, const Packed& examples, document::Range rows, int to);

/// All the examples that there is room for, from rank 0.
MPI_Request begin_receiving(const comm::Communicator& comm, Packed& examples);

struct Received {
  int from = 0;
  std::vector<std::int64_t> numbers;
};

/// The next message of this kind, if one is here.
std::optional<Received> receive(const comm::Communicator& comm, int tag);

/// Carries out a rank's schedule of a batch: the shared scan, then the join, after which rank 0 has the neighbours of
/// all. Collective.
void perform(const schedule::Schedule& list, const Scanner& scanner, std::vector<Nearest>& nearest);

}  // namespace uneven::search
