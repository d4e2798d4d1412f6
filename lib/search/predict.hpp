// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/common.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "search/model.hpp"
#include "search/placement.hpp"
#include "simulate/replay.hpp"

namespace uneven::search {

using document::SearchMethod;

Pauses pauses_of(const document::Processor& processor);

/// Mean seconds until a processor tests a message that arrives at a random time: pause^2 / (2 period).
double mean_wait(const Pauses& pauses);

/// Input of the predictions of all methods. Processor i takes T_i = task_s mean(v) / v_i for an example, and begins
/// with fixed work of c = query_s / task_s examples.
struct ScanCost {
  std::int64_t examples = 0;                         ///< D
  std::vector<document::Processor> cluster;          ///< shape [N]; of the speeds v_i only ratios count
  document::SearchTimes times;                       ///< seconds
  std::int64_t pieces = 0;                           ///< h
  std::int64_t min_chunk = 0;                        ///< fewest examples worth a message, u
  std::optional<SendUnit> unit;                      ///< none if asynchronous-data cannot work
  std::vector<std::int64_t> room{};                  ///< see room_for_examples()
  std::int64_t queries = 1;                          ///< that travel and scan together, see times_of_batch()
  std::optional<document::NetworkSpeeds> network{};  ///< as of processor 0; absent: the closed forms
  std::optional<double> example_bytes{};             ///< of an example on its way
};

/// The cost of a batch of a plan. @param unit  of asynchronous-data, for all processors of the plan.
ScanCost cost_of(const document::Search& plan, std::int64_t queries);

/// The part of a plan that gives examples to processors: examples, parts, unit, cluster and an equal placement.
document::Search parts_of(const ScanCost& cost, SearchMethod method);

/// Whether each processor scans its part of the placement and nothing else: nothing is sent during the scan.
bool has_fixed_parts(SearchMethod method);

/// Predicted seconds of every method in the order of their names, none for one that cannot work with these processors,
/// or has no room for its examples. Where room limits the parts of proportional-data, its seconds are those of
/// proportional_counts_within().
///
///     equal-data         max_i(T_i) (D/N + c) + Tpro + Tsynch D                 Okada 1993, section 3.2, (1)
///     static-process     replay of h N parts, T'pro each; + Tsynch D                                       (2)
///     synchronous-data   replay of h (N - 1) parts for i > 0; + Tpro + Tsynch D                            (3)
///     asynchronous-data  g2 + query_s + Tpro + Tsynch D + delay                                            (4)
///     dynamic-process    max((D + N c) / sum_i(1 / T_i), max_i(T_i) c) + Tpro + Tsynch D                   ours, as
///                        + (2 T0 + w) ceil(log2(D / (N u))) + u T: a rest halves until it is u             are the
///     proportional-data  ideal                                                                             next
///     self-scheduling    ideal + 2 T0 ceil(log2(D / (N u))) + u T: a chunk of each size, sizes halving to u; + delay
///     stealing           ideal + 2 T0 ceil(log2 N) + w' + u T: one round of asking
///
/// with ideal = (D + N c) / sum_i(1 / T_i) + Tpro + Tsynch D, over the processors that take part by share_evenly(). A
/// replay follows which processor takes which part (handed_out_seconds()). `delay` is the time that a quota of
/// processor 0 adds: others wait until it runs, and each answer takes T0 of its time. w is the time until a scanning
/// processor under a quota answers, the mean of pause^2 / (2 period); w' is the longest pause, after which all have
/// answered. The paper has c = 0 and no quotas. With equal processors (2) is then T D/N + T'pro h, both of the paper's
/// forms of it, and (3) is T D/(N-1) + Tpro; we take T'pro = Tpro.
///
/// With a network, for up to 2^16 processors, the seconds are the last of MeasuredScan::ends_s() instead, which replays
/// messages.
/// Cost: O(h N log N); with a quota or a network also a replay of the units and chunks.
std::vector<document::MethodTime> predicted_methods(const ScanCost& cost);

/// The times of a batch of queries scanned together: `queries` times task_s, serial_s, query_s and answer_s. A message
/// without results takes as long as before.
document::SearchTimes times_of_batch(document::SearchTimes times, std::int64_t queries);

/// Seconds to join the results, with T0' = T0 + answer_s: simple (N - 1) T0', staircase ceil(log2 N) T0' (Okada 1993,
/// appendix 1, for short results), tree messages_in_a_row() T0'. Cost: O(N log N).
double seconds_of_join(document::SearchJoin join, std::int64_t processors, const document::SearchTimes& times);

/// Seconds of every join after a method, in the order of their names: seconds_of_join(), or with a network a replay of
/// its messages after the ends of the scan (MeasuredScan::join_s()). Cost: that of the method, and O(N log N).
std::vector<document::JoinTime> predicted_joins(const ScanCost& cost, SearchMethod method);

/// Predicted seconds of a batch of `queries` with the plan's method and join; none if the plan lacks the times.
std::optional<double> predicted_seconds(const document::Search& plan, std::int64_t queries);

/// The times of a plan, from measured speeds. entry_s and serial_s stay 0. So do message_s, start_s and answer_s
/// without a network, and query_s without curves of the kernel "search".
///
/// Messages are those of processor 0, which hands out parts and gets all results in the end.
/// @param task_s        time of one example against one query, mean over the processors of the plan.
/// @param first_task_s  the same at processor 0.
document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s);

/// The network as processor 0 sees it: message_s and the gap are its own, transit is as measured (0 where noise makes
/// an empty message cheaper than its two ends). None without one.
std::optional<document::NetworkSpeeds> measured_network(const document::Speeds& speeds);

/// The request for a plan.
struct PlanRequest {
  std::int64_t examples = 0;
  std::int64_t queries = 1;                  ///< queries scanned together
  std::vector<document::Processor> cluster;  ///< only ratios of their speeds count
  document::SearchTimes times;
  std::optional<document::SearchMethod> method;                                ///< none: the fastest predicted
  std::int64_t pieces = 4;                                                     ///< h
  std::optional<document::SearchJoin> join = document::SearchJoin::staircase;  ///< none: the fastest after the method
  std::optional<double> example_bytes{};             ///< that an example occupies; counts where memory is known
  std::optional<document::NetworkSpeeds> network{};  ///< of measured_network(); with `times` of the same speeds
};

/// Plans a search: the method, the predicted times of all methods and joins, the send unit, and each processor's first
/// range.
///
/// Where the memory of a processor is known, methods whose examples have no room have no seconds and are not chosen,
/// and parts in proportion to speed are at most what has room, see examples_held().
///
/// asynchronous-data uses only the n processors of its send unit, the fastest; the plan is then for these.
///
/// @throws InputError  no processor, more processors than examples, times not finite or negative or task_s = 0, or a
///   method that cannot work with them; too little memory, with the number of examples that has room.
/// Cost: O(h N log N).
document::Search plan(const PlanRequest& request);

/// The examples between two looks of a scanning processor at its messages, as the runner scans.
/// @param example_s  seconds of an example, for all queries of the batch.
double scan_step(double example_s);

/// A search on processors whose network was measured: what the closed forms of predicted_methods() leave out.
///
///     begin   the queries go down a binomial tree of N - 1 messages; then each processor takes c T_i
///     scan    fixed parts take n_i T_i; of others handed_out() is a queue at processor 0
///     join    the messages of schedule(), sent as each processor ends; a receiver works for each message
///
/// Begin and join are replayed on the network (simulate::replay()), with hosts and their cards.
class MeasuredScan {
 public:
  /// @param cost  with a network; must outlive this. Cost: O(N log N).
  explicit MeasuredScan(const ScanCost& cost);

  /// When each processor has scanned its last example and knows it; shape [N], or of the processors that the unit of
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
