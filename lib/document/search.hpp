// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "document/common.hpp"
#include "document/json.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

/// How processors share a scan (Okada 1993, section 3.2; the last four are ours).
enum class SearchMethod {
  equal_data,
  static_process,
  synchronous_data,
  asynchronous_data,
  dynamic_process,
  proportional_data,
  self_scheduling,
  stealing
};
/// How they join the results (Okada 1993, appendix 1).
enum class SearchJoin { simple, staircase, tree };

constexpr auto table_of(SearchMethod) {
  using enum SearchMethod;
  return std::to_array<Name<SearchMethod>>({{equal_data, "equal-data"},
                                            {static_process, "static-process"},
                                            {synchronous_data, "synchronous-data"},
                                            {asynchronous_data, "asynchronous-data"},
                                            {dynamic_process, "dynamic-process"},
                                            {proportional_data, "proportional-data"},
                                            {self_scheduling, "self-scheduling"},
                                            {stealing, "stealing"}});
}
constexpr auto table_of(SearchJoin) {
  using enum SearchJoin;
  return std::to_array<Name<SearchJoin>>({{simple, "simple"}, {staircase, "staircase"}, {tree, "tree"}});
}

/// The predicted time of one way to share a scan, or to join the results.
template <class Way>
struct SearchTime {
  Way name;
  std::optional<double> seconds;  ///< none if it cannot work here
};
using MethodTime = SearchTime<SearchMethod>;
using JoinTime = SearchTime<SearchJoin>;

/// The examples of one processor: what it starts with where the method deals them out before, its nominal share
/// elsewhere.
struct SearchShare {
  std::int64_t processor = 0;
  Range examples;
};

/// Times from which predictions are made, seconds (Okada 1993, section 3.2 and appendix 2).
struct SearchTimes {
  double task_s = 0;     ///< t_ave: one example against one query, mean over the processors
  double entry_s = 0;    ///< dt: making one example's entry in a unit
  double message_s = 0;  ///< T0: one send or receive without contention
  double start_s = 0;    ///< Tpro: telling one process to start, and to end
  double serial_s = 0;   ///< Tsynch: per example, what cannot be shared
  double query_s = 0;    ///< one query at one processor before its first example, mean over the processors; ours
  double answer_s = 0;   ///< of a message of results, at processor 0, for each query in it, beyond message_s; ours
};

/// Document "search", made by plan-search.
struct Search {
  static constexpr const char* kind = "search";
  std::int64_t examples = 0;
  std::int64_t queries = 1;  ///< scanned together, which the seconds of `methods` are for
  std::int64_t processors = 0;
  SearchMethod method = SearchMethod::equal_data;
  std::optional<std::int64_t> unit;  ///< m, the examples per message of asynchronous-data; none if it cannot work
  std::int64_t pieces = 4;           ///< h, parts per processor made before the run
  std::int64_t min_chunk = 1;        ///< fewest examples worth a message of their own
  SearchJoin join = SearchJoin::staircase;
  SearchTimes times;
  std::optional<NetworkSpeeds> network{};  ///< as processor 0 sees it; absent where it is not known
  std::vector<MethodTime> methods;
  std::vector<JoinTime> joins;
  std::vector<SearchShare> placement;
  std::vector<std::string> warnings;
  std::optional<double> memory_per_unit_bytes{};  ///< that an example occupies; absent where memory is not known
  std::vector<Processor> cluster;                 ///< shape [processors]
  std::vector<Processor> idle;        ///< the method does not need them; a rank starts there and does nothing
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json data;                          ///< name and bytes of the table that the size came from, or null
  MadeBy made_by;
};

Object describe(const NetworkSpeeds&);
Object describe(const Search&);

/// Faults beyond the description: that the placement has one contiguous range per processor, in order, and covers the
/// examples; that the method has what it needs.
Faults faults(const Search& search);

}  // namespace uneven::document
