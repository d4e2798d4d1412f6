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

  /// Scans in steps, a look at the messages after each, so that nobody who asks waits long. Rows that are not here are
  /// read before. `rest` is what is left, and may become shorter in `look`.
  void scan_all(document::Range& rest, const std::function<void()>& look) const;

  /// Scans in one go.
  void scan_now(document::Range rows) const;

  /// Waits, on the wait account, until `ready`, which may exchange messages.
  void wait_until(const std::function<bool()>& ready) const;
};

/// Every example of the plan is scanned by one rank, by the plan's method. Collective.
void share_scan(const Scanner& scanner);

/// static-process, synchronous-data, asynchronous-data, self-scheduling: rank 0 hands out parts, with their examples
/// where they are not of the share that a rank holds, and but for synchronous-data scans as well.
void hand_out(const Scanner& scanner);

/// dynamic-process, stealing: a rank that is nearly done takes from the later end of a busy one's rest: half of the
/// next busy one's in a ring (dynamic-process), or of the one with most time left so much that both end together
/// (stealing).
void split_rests(const Scanner& scanner);

/// Tags of what is asked and given while the scan is shared out, and of the examples themselves.
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
