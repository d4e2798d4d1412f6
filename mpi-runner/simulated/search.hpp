// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "document/search.hpp"
#include "search/answers.hpp"
#include "simulated/inbox.hpp"

namespace uneven::simulated {

/// Tags of requests for parts, of the parts given, of examples, of the start and of the end.
enum SearchTag { tag_ask = search::tag_others, tag_give, tag_examples, tag_start, tag_end };

/// One rank's side of a scan without examples: search::Scanner with declared times.
struct SearchScanner {
  Transport& transport;
  const document::Search& plan;
  int rank;
  double example_s;  ///< T_i of a batch: CPU seconds that an example takes here
  std::int64_t queries;

  std::int64_t examples = 0, messages = 0;  ///< scanned, sent
  double compute_s = 0, wait_s = 0;

  int ranks() const { return static_cast<int>(plan.processors); }
  void say(const Words& words, int to, int tag);

  /// Scans in steps, as the runner does. `look` is called after a step during which words have come, and after each one
  /// that leaves at most `few` examples.
  /// @param rest  the range left; `look` may shorten it.
  void scan_all(document::Range& rest, const std::function<std::int64_t()>& few, const std::function<void()>& look);

  void wait_until(const std::function<bool()>& ready);
};

/// static-process, synchronous-data, asynchronous-data and self-scheduling, see search::hand_out().
void hand_out(SearchScanner& scanner);

/// dynamic-process and stealing, see search::split_rests().
void split_rests(SearchScanner& scanner);

}  // namespace uneven::simulated
