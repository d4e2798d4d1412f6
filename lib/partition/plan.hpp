// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/cost.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

using document::Objective, document::Order;

enum class Method { columns, grid, equal, best };

constexpr auto table_of(Method) {
  using enum Method;
  return std::to_array<Name<Method>>({{columns, "columns"}, {grid, "grid"}, {equal, "equal"}, {best, "best"}});
}

struct Options {
  document::Perceptron network;
  std::int64_t samples = 1;
  std::string input{};              ///< kind of the samples' inputs: one-hot or dense; empty: unknown
  bool dense = false;               ///< the samples are numbers, whatever the kind of inputs of the speeds
  Method method = Method::columns;  ///< best: the least over all methods and orders, of seconds by default
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> processors{};  ///< use this many, the fastest; absent: all, or by seconds the best number
  Order order = Order::sorted;
  std::optional<double>
      small_group{};  ///< joins cuts within this distance (Ozawa 2004, 4.5); absent: the closest cuts, if that pays
  std::optional<Collective> collective;  ///< absent: linear; by seconds, the fastest
  std::optional<Objective> objective{};  ///< absent: elements; of method best, seconds
  std::int64_t vector_width = 1;     ///< for shares by elements, see round_partition(); by seconds both ways are tried
  bool compare = true;               ///< also lists candidates that `method` or `columns` rule out
  std::optional<Balance> balance{};  ///< for method columns; absent: work; by seconds, time within the replay limit
};

/// What is least: as asked, or as is usual for the method.
constexpr Objective objective_of(const Options& options) {
  return options.objective.value_or(options.method == Method::best ? Objective::seconds : Objective::elements);
}

/// Shares samples x hidden units among the processors as one rectangle each (Ozawa 2004).
///
/// Number of columns: by elements, the one with the least eq. (10) among those that the method allows; ties go to fewer
/// columns. By seconds, the candidate with the least predicted time wins; candidates differ also in small groups and in
/// the number of processors, whose speeds are those measured while the others of their machine rest.
/// Joined cuts: without `small_group`, round_partition() joins the closest cuts, unless the plan is predicted to be
/// faster without; by seconds, joining within the 0.06 of Ozawa 2004 is tried, too. Vectors: by seconds, or to balance
/// time, a share in method columns is whole vectors of hidden units if that is predicted to be no slower. Balance:
/// shares are balanced for time if that is predicted to save 5 % or more.
///
/// Memory: where that of a processor is known (memory_bytes), candidates that need more of it are left out, see
/// training_bytes(). If none fits, processors with too little memory get smaller rectangles, see
/// smaller_where_memory_is_short(); by elements the candidate with the least makespan is chosen of these.
///
/// @param speeds  N >= 1 processors; by seconds of kernel bp, the same network, and, if there are several, with
///                the network measured.
/// @return        the plan, with all fields but kernel, kernel_options, data and made_by.
/// @throws InputError  if a speed is not finite and positive, if there are more than 10^15 weights or outputs, or if
///                     seconds are needed but cannot be predicted, or if no candidate fits the memory, with the samples
///                     and hidden units that would.
/// @throws UsageError  if no candidate has `columns` columns, if there are fewer than `processors` processors, or if
///                     balance time is asked for by elements with more than six million messages in an iteration.
/// Cost: near linear in N by elements; by seconds, near linear for each candidate, and the replays of Screening.
document::Partition plan(const document::Speeds& speeds, const Options& options);

/// The same; nothing if no candidate fits the memory.
/// @param quick  asks only whether one does: no seconds are predicted that need not be.
std::optional<document::Partition> plan_within_memory(const document::Speeds& speeds, const Options& options,
                                                      bool quick = false);

}  // namespace uneven::partition
