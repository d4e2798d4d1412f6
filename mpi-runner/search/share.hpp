// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/search.hpp"
#include "schedule/performer.hpp"
#include "search/held.hpp"

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

  bool root() const { return comm.rank() == 0; }

  /// Scans in steps, a look at the messages after each, so that nobody who asks waits long. `rest` is what is left, and
  /// may become shorter in `look`.
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

}  // namespace uneven::search
