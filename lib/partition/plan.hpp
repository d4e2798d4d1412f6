// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/balance.hpp"
#include "partition/search/cost.hpp"

namespace uneven::partition {

enum class Method { columns, grid, equal, best };
enum class Order { sorted, free };
enum class Objective { elements, seconds };

struct Options {
  document::Perceptron network;
  std::int64_t samples = 1;
  std::string input{};              ///< of the samples, one-hot or dense, where that is known
  Method method = Method::columns;  ///< best: the least seconds over all methods and orders
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> processors{};  ///< so many, the fastest; absent: all, or by seconds as many as pay
  Order order = Order::sorted;
  std::optional<double>
      small_group{};  ///< joins cuts within this (Ozawa 2004, 4.5); absent: the closest, where it pays
  std::optional<Collective> collective;  ///< absent: linear, or by seconds the fastest
  Objective objective = Objective::elements;
  std::int64_t vector_width = 1;     ///< of shares by elements, see round_partition(); by seconds both ways are tried
  bool compare = true;               ///< tells of candidates that the method or the columns rule out, too
  std::optional<Balance> balance{};  ///< of method columns; absent: work, or by seconds time for 16 processors or fewer
};

/// Shares samples x hidden units among the processors as one rectangle each (Ozawa 2004).
///
/// By elements, eq. (10) is least among the number of columns that the method allows; ties go to fewer columns. By
/// seconds, the predicted time is least among all candidates, with and without small groups and with fewer processors,
/// which are as fast as measured while the others of their machine rest.
/// Where nobody says which cuts to join, the closest are, as round_partition() does it, unless the plan is predicted to
/// take fewer seconds without; by seconds, joining within the 0.06 of Ozawa 2004 is tried, too. By seconds, or to
/// balance time, shares of columns are whole vectors of hidden units where that is predicted to be faster. They are
/// balanced for time where that is predicted to save 5 % or more.
///
/// @param speeds  N >= 1 processors; by seconds of kernel bp, the same network, and, if there are several, with
///                the network measured.
/// @return        everything but kernel, kernel_options, data and made_by.
/// @throws InputError  if a speed is not finite and positive, if there are more than 10^15 weights or outputs, or if
///                     seconds that are needed cannot be predicted.
/// @throws UsageError  if no candidate has the number of columns asked for, if there are not so many processors, or to
///                     balance the time of more than 16, or of more than 8,192 messages.
/// Cost: near linear in N by elements. Predicted seconds take that for each candidate, and up to 16 processors and
/// 8,192 messages of an iteration up to three replays of each.
document::Partition plan(const document::Speeds& speeds, const Options& options);

}  // namespace uneven::partition
