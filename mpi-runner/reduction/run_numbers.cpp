// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "job_files.hpp"
#include "reduction/items.hpp"
#include "reduction/operators.hpp"
#include "reduction/rivals.hpp"
#include "reduction/rounds.hpp"
#include "reduction/run.hpp"
#include "reduction/tree_reduction.hpp"
#include "statistics/estimate.hpp"

namespace uneven::reduction {
namespace {

/// Numbers that the root joins once more by itself, to compare.
constexpr std::int64_t most_checked = 1 << 24;
constexpr std::size_t most_shown = 8;

/// Items, vectors joined here, along the tree and for comparison, and two pieces of each child.
template <class T>
double bytes_of(const TreePlace& place, std::int64_t numbers, std::int64_t segments) {
  const double pieces = 2 * static_cast<double>(place.children.size()) / static_cast<double>(segments);
  return (static_cast<double>(place.items.count) + 3 + pieces) * static_cast<double>(numbers) * sizeof(T);
}

/// Joins rows of `numbers` from the left.
template <class T>
std::vector<T> join_rows(const std::vector<T>& rows, std::int64_t numbers, Operator<T> join) {
  std::vector<T> result(rows.begin(), rows.begin() + std::min<std::int64_t>(numbers, rows.size()));
  for (std::size_t row = numbers; row < rows.size(); row += numbers)
    join(result.data(), rows.data() + row, result.data(), numbers);
  return result;
}

/// The largest difference over the largest value; infinite where a difference is no finite number.
template <class T>
double relative_error(const std::vector<T>& found, const std::vector<T>& expected) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    const double apart = std::abs(static_cast<double>(found[i]) - static_cast<double>(expected[i]));
    if (!std::isfinite(apart)) return infinity;
    difference = std::max(difference, apart);
  }
  for (const T value : expected) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return difference > 0 ? difference / largest : 0;
}

/// Refuses a result that T cannot hold: it would depend on the order in which the items were joined.
template <class T>
void require_finite(const std::vector<T>& result, const document::ReductionOptions& options) {
  if constexpr (std::is_floating_point_v<T>)
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!std::isfinite(result[i]))
        throw InputError("number " + std::to_string(i) + " of the result is " + word_of(result[i]) + ": the operator " +
                         options.operation + " leaves the range of type " + name_of(options.type));
}

}  // namespace

template <class T>
std::string run_numbers(const document::ReductionTree& plan, const document::ReductionOptions& options,
                        const runner::Context& context, const comm::Communicator& comm) {
  const auto place = place_of(plan, comm.rank());
  const auto numbers = numbers_in(options.operation, options.elements);
  const auto join = operator_named<T>(options.operation);
  const bool member = place.items.count > 0;
  const bool root = comm.rank() == root_of(plan);
  std::vector<T> rows;
  comm::all_or_abort(comm, [&] { check_data(options, plan.items, numbers); });  // of every host's file
  if (options.data) runner::require_same_data({&*options.data, 1}, true, comm, context);
  runner::require_memory(bytes_of<T>(place, numbers, plan.segments), comm, context);
  comm::all_or_abort(comm, [&] { rows = load_items<T>(options, place.items, numbers); });

  Rivals<T> rivals(comm, options, place);

  std::vector<T> local, joined(numbers), result;
  const auto join_local = [&] {
    if (place.items.count > 1) local = join_rows(rows, numbers, join);
    return place.items.count > 1 ? local.data() : rows.data();
  };
  const Vectors vectors{numbers, numbers / options.elements, sizeof(T)};
  TreeReduction<T> tree(comm, context.wait_policy, plan, vectors, join, join_local);
  std::vector<double> seconds;
  bool same_bits = true;
  const double start = MPI_Wtime();
  Rounds rounds(context, comm, options, root_of(plan));
  while (rounds.go_on(static_cast<std::int64_t>(seconds.size()))) {
    // In turn, beginning with another one each time: who comes first bears what the pause before left behind.
    const std::size_t contestants = rivals.count() + 1, first = seconds.size();
    for (std::size_t turn = 0; turn < contestants; ++turn) {
      const std::size_t who = (first + turn) % contestants;
      if (who < rivals.count())
        rivals.took(who, rounds.seconds([&] { rivals.join(who, join_local()); }));
      else
        seconds.push_back(rounds.seconds([&] { tree.run(joined.data()); }));
    }
    same_bits = same_bits && (result.empty() ||
                              std::ranges::equal(std::as_bytes(std::span(result)), std::as_bytes(std::span(joined))));
    result = joined;
    if (root)
      runner::progress(static_cast<std::int64_t>(seconds.size()), options.repeat, MPI_Wtime() - start, "seconds",
                       seconds.back());
  }

  auto facts_found = facts(plan, options);
  comm::all_or_abort(comm, [&] {
    if (!root) return;
    require_finite(result, options);
    facts_found["type"] = name_of(options.type);
    facts_found["elements"] = options.elements;
    facts_found["value"] =
        std::vector<T>(result.begin(), result.begin() + std::min<std::size_t>(result.size(), most_shown));
    facts_found["same_bits"] = same_bits;
    if (plan.items <= most_checked / numbers) {
      const auto expected = join_rows(load_items<T>(options, {0, plan.items}, numbers), numbers, join);
      facts_found["sequential"] = expected == result;
      facts_found["relative_error"] = relative_error(result, expected);
    }
    if (rivals.count() > 0) facts_found["mpi"] = rivals.report(statistics::median(seconds));
  });
  const auto operations = static_cast<double>(place.items.count - 1 + static_cast<std::int64_t>(place.children.size()));
  return report_of(plan, options, context, comm, tree.times(), seconds,
                   member ? operations * static_cast<double>(options.elements) : 0, facts_found);
}

template std::string run_numbers<float>(const document::ReductionTree&, const document::ReductionOptions&,
                                        const runner::Context&, const comm::Communicator&);
template std::string run_numbers<double>(const document::ReductionTree&, const document::ReductionOptions&,
                                         const runner::Context&, const comm::Communicator&);
template std::string run_numbers<std::int64_t>(const document::ReductionTree&, const document::ReductionOptions&,
                                               const runner::Context&, const comm::Communicator&);

}  // namespace uneven::reduction
