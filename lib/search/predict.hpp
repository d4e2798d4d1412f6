// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/search.hpp"
#include "search/send_unit.hpp"

namespace uneven::search {

/// How a processor that always has work to do gets the share of a core that its quota leaves it: awake from the start
/// of every period until the share is used up.
struct Pauses {
  double awake_s = 0;
  double pause_s = 0;  ///< 0 without a quota
  double period_s() const { return awake_s + pause_s; }
};

Pauses pauses_of(const document::Processor& processor);

/// Seconds until a processor looks at what comes at any time, in the mean: pause^2 / (2 period).
double mean_wait(const Pauses& pauses);

/// When a processor looks at what comes at `seconds`, awake from 0 on.
double next_look(const Pauses& pauses, double seconds);

/// What the times of all methods are predicted from. Processor i takes T_i = task_s mean(v) / v_i for an example, and
/// as long as c = query_s / task_s examples to begin with.
struct ScanCost {
  std::int64_t examples = 0;                 ///< D
  std::vector<document::Processor> cluster;  ///< shape [N]; of the speeds v_i only ratios count
  document::SearchTimes times;               ///< seconds
  std::int64_t pieces = 0;                   ///< h
  std::int64_t least = 0;                    ///< fewest examples worth a message, u
  std::optional<SendUnit> unit;              ///< none if asynchronous-data cannot work
};

/// In the order of predicted_methods.
std::vector<std::string> method_names();

/// Whether each processor scans its part of the placement and nothing else: nothing is sent during the scan.
bool has_fixed_parts(const std::string& method);

/// Predicted seconds of every method, none for one that cannot work with these processors.
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
/// with ideal = (D + N c) / sum_i(1 / T_i) + Tpro + Tsynch D, over those whom share_evenly has take part; a replay
/// follows who takes which part (handed_out_seconds), a delay is what a quota of processor 0 adds to it: others wait
/// until it is awake, and each answer takes T0 of its time; w is until a processor that scans under its quota answers,
/// the mean of pause^2 / (2 period), and w' the longest pause of all, after which all have answered. The paper has
/// c = 0 and no quotas. With equal processors (2) is then T D/N + T'pro h, both of the paper's forms of it, and (3)
/// T D/(N-1) + Tpro; T'pro is taken to be Tpro. Cost: O(h N log N), and with a quota that of a replay of the units.
std::vector<document::SearchTime> predicted_methods(const ScanCost& cost);

/// The times of so many queries scanned together: an example takes so much longer, a message without results does not.
document::SearchTimes times_of_batch(document::SearchTimes times, std::int64_t queries);

/// Of joining the results, with T0' = T0 + answer_s: simple (N - 1) T0', staircase ceil(log2 N) T0' (Okada 1993,
/// appendix 1, where the results are short), and the tree's messages in a row, likewise. Cost: O(N log N).
double seconds_of_join(const std::string& join, std::int64_t processors, const document::SearchTimes& times);

/// Predicted seconds of a batch of so many queries by the plan's method and join; none if the plan does not tell.
std::optional<double> predicted_seconds(const document::Search& plan, std::int64_t queries);

}  // namespace uneven::search
