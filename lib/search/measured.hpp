// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "search/predict.hpp"
#include "simulate/replay.hpp"

namespace uneven::search {

/// The examples between two looks of a scanning processor at its messages, as the runner scans.
/// @param example_s  seconds of an example, for all queries of the batch.
double scan_step(double example_s);

/// A search on processors whose network was measured: what the closed forms of predicted_methods() leave out.
///
///     begin   the queries go down a binomial tree of N - 1 messages; then each processor takes c T_i
///     scan    fixed parts take n_i T_i; of others handed_out() is a queue at processor 0
///     join    the messages of schedule(); who ends late sends late, and a receiver works for each message
///
/// Begin and join are replayed on the network (simulate::replay()), with hosts and their cards.
class MeasuredScan {
 public:
  /// @param cost  with a network; must outlive this. Cost: O(N log N).
  explicit MeasuredScan(const ScanCost& cost);

  /// When each processor has scanned all that it is to scan, and knows; shape [N], or of those that the unit of
  /// asynchronous-data keeps. None if the method cannot work.
  ///
  /// Those of dynamic-process and stealing are closed forms, with m = latency + 2 o for a message, o the work of either
  /// end, w_i the step of a scanning processor (scan_step()) and b = 2 m ceil(log2 N) until all know that all are here:
  ///
  ///     dynamic-process  min(equal-data, even + (2 m + mean w_i / 2) ceil(log2(D / (N u))) + u T) + 2 (N - 1) m + b
  ///     stealing         proportional-data + 2 m + 2 (N - 1) o + b
  ///
  /// where even = begin + D / sum_i(1 / T_i), which is also the time of more than 2,000,000 parts, unless processor 0
  /// has more to do with their messages. In the end a processor of dynamic-process asks the N - 1 others in turn, of
  /// stealing all at once; pauses of a quota come as in predicted_methods(). A fast processor of dynamic-process takes
  /// from its next neighbours only: where few are much faster than others, the form is too short.
  ///
  /// Cost: O(N log N), and O(P log N) for P parts that are handed out.
  std::optional<std::vector<double>> ends_s(SearchMethod method) const;

  /// Seconds from the last of `ends_s` until processor 0 has all results. Cost: O(N log N).
  double join_s(SearchMethod method, document::SearchJoin join, const std::vector<double>& ends_s) const;

 private:
  std::vector<double> of_counts(const std::vector<std::int64_t>& counts) const;
  std::vector<double> of_hand_out(SearchMethod method) const;
  std::vector<double> started_s() const;
  double message_s() const;
  double all_here_s() const;
  double levels() const;
  double parts_in(SearchMethod method) const;
  double even_s() const;
  double dynamic_process_s() const;
  double stealing_s() const;

  const ScanCost& cost_;
  simulate::Platform platform_;
  std::vector<double> task_s_, begin_s_;  ///< T_i; until the queries are here
};

}  // namespace uneven::search
