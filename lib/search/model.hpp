// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/options/plan_options.hpp"
#include "search/packed.hpp"
#include "search/table.hpp"

namespace uneven::search {

using document::Weighting;

/// Weights are whole multiples of 1/1024, so that sums do not depend on their order; distances, with their thirds, of
/// 1/3072.
inline constexpr std::int64_t kWeightUnit = 1024;
inline constexpr std::int64_t kDistanceUnit = 3 * kWeightUnit;

/// The weight of every value of one attribute: n examples bear the value, k_j of them have target j.
///
/// @param values   value of each example, shape [rows], each < count.
/// @param targets  target of each example, shape [rows].
/// @return         shape [count], rounded to the nearest 1/1024; 1 for a value that no example bears.
/// Cost: O(rows log rows).
/// Source: Okada 1993, section 2.2.
std::vector<std::int64_t> weights(const std::vector<std::uint32_t>& values, std::size_t count,
                                  const std::vector<std::uint32_t>& targets, Weighting weighting);

/// Roles of the columns of an example table. Defaults are in document::SearchOptions: the noun phrases of Okada 1993.
struct Roles {
  std::vector<std::string> equal;      ///< r = 0 if equal, else 1
  std::vector<std::string> codes;      ///< r = 1 - (equal leading levels) / levels
  std::vector<std::string> targets;    ///< together the target that determines the weights
  std::vector<std::string> phrase;     ///< all equal: an exact match; empty: no exact matches
  std::vector<std::string> shown;      ///< printed with each neighbour
  std::vector<std::string> numbers{};  ///< r = |difference| / (largest - smallest of the examples), at most 1
};

/// A column by which examples and queries are compared.
struct Attribute {
  std::string name;
  bool is_code = false;
  Dictionary values;
  std::vector<std::int64_t> weight;  ///< of each value, units of 1/1024
  CodeBook book;                     ///< for a code of three levels that fits
  std::size_t levels = 0;            ///< for another code; 0 for other columns
  std::vector<Dictionary> prefixes;  ///< of such a code: its first 1, 2, ... levels, each a 0/1 column of its own
  bool is_number = false;
  double least = 0, most = 0;  ///< numbers of the examples
  std::vector<int> slots;      ///< one, or one for each of the prefixes

  std::size_t columns() const { return levels > 0 ? levels : 1; }
};

/// An example table, weighted and packed for search.
struct Model {
  std::vector<Attribute> attributes;  ///< the 0/1 columns, the codes, then numbers, each in the order of the roles
  Packed examples;
};

/// Makes the model of a table.
/// @throws InputError with file and line: an empty table, a missing column, no attribute at all, a code that has not
///                    as many levels as the first, more than 65,535 values in a column, a field that is no number.
Model make_model(const Table& table, const Roles& roles, Weighting weighting);

/// Makes one query per row. Weights are those of the query's values; a value without an example, and an unknown code,
/// has weight 1.
/// @throws InputError with file and line: a missing column, a code with another number of levels, no number in a field.
std::vector<Query> make_queries(const Model& model, const Table& table);

/// The share of each attribute in the distance of an example, units of 1/3072; they add up to it.
std::vector<std::int64_t> shares(const Model& model, const Query& query, std::int64_t row);

/// Costs of the mailbox of asynchronous-data, in s.
struct MailboxTimes {
  double task_s = 0;     ///< t_ave > 0: one example
  double entry_s = 0;    ///< dt >= 0: making one example's entry
  double message_s = 0;  ///< T0 >= 0: one send or receive without contention
};

struct SendUnit {
  std::int64_t processors = 0;  ///< n, including the master; perhaps fewer than given
  std::int64_t examples = 0;    ///< m, per message
  bool fine = true;             ///< f3: ranks end within about 1 % of each other; otherwise warn
  std::int64_t of_steps =
      0;  ///< what the paper's steps take for m; if it is not m, that would take more than twice as long
};

/// The send unit: the number of examples per message of the master, and the number of processors.
///
/// The m of the paper's steps may be near n T0 / t_ave, where processors do nothing but wait for the mailbox. If
/// another m within f2-1, f2-2 and f4 is expected to take less than half the time, the m with the least time is used.
/// Its time is g2 plus that of a unit, by which the ends of processors may differ.
///
/// @param processors  n >= 1.
/// @param examples    D >= 1.
/// @throws InputError if no n >= 2 satisfies f1 and f4.
/// Cost: O(n).
/// Source: Okada 1993, appendix 2, steps 1-4 with f1, f2-1, f2-2, f3, f4 and f5. Where the steps say "change n or end",
/// n is lowered.
SendUnit send_unit(std::int64_t processors, std::int64_t examples, const MailboxTimes& times);

/// Expected seconds of the parallel part.
/// @return  infinity if the mailbox cannot keep up.
/// Source: Okada 1993, appendix 2, g2, as its derivation requires:
/// D/n (t_ave + 2 T0 / (m (1 - n T0 / (m t_ave))) + dt).
double mailbox_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& times);

}  // namespace uneven::search
