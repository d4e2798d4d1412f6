// SPDX-License-Identifier: MIT
#include "reduction/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "data/formats/npy.hpp"
#include "data/table.hpp"
#include "document/document.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "reduction/operators.hpp"
#include "reduction/prediction.hpp"
#include "reduction/rivals.hpp"
#include "reduction/user_operator.hpp"
#include "shared_object.hpp"
#include "statistics/estimate.hpp"

namespace uneven::reduction {

namespace {

/// @throws OpenError, InputError  see runner::load_user_code().
UserOperator load_user_operator(const std::string& path) {
  if (path.empty()) throw InputError("/options/user_operator: the job is for an operator of one's own; give --program");
  const auto make = reinterpret_cast<UserOperator (*)()>(
      runner::load_user_code(path, {"operator", "UNEVEN_OPERATOR(join, Number)", operator_interface}));
  return make();
}

template <class T>
constexpr document::NumberType type_of_numbers = document::NumberType::float64;
template <>
constexpr document::NumberType type_of_numbers<float> = document::NumberType::float32;
template <>
constexpr document::NumberType type_of_numbers<std::int64_t> = document::NumberType::int64;

template <class T>
std::string run_as(const Joining<T>& joining, const document::ReductionTree& plan, document::ReductionOptions options,
                   const runner::Context& context, const comm::Communicator& comm) {
  options.type = type_of_numbers<T>;
  return run_numbers<T>(plan, options, joining, context, comm);
}

template <class T>
std::string run_named(const document::ReductionTree& plan, const document::ReductionOptions& options,
                      const runner::Context& context, const comm::Communicator& comm) {
  return run_numbers<T>(plan, options, {operator_named<T>(options.operation), width_of(options.operation)}, context,
                        comm);
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  document::ReductionTree plan;
  document::ReductionOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::from_json<document::ReductionTree>(job.plan);
      auto input = job.input;
      if (!input.contains("elements") && plan.elements) input["elements"] = *plan.elements;
      options = document::options_from_json<document::ReductionOptions>(input, job.options);
    });
  });
  runner::resolve_paths(context, {{"/input/data", &options.data}}, {{"/options/result", &options.result}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  comm::all_or_abort(*comm, [&] {
    if (!options.result || comm->rank() != root_of(plan)) return;
    const bool text = options.operation == "concat" && !options.user_operator;
    require_replaceable(*options.result, text ? "" : npy_magic, text ? "a text" : "an NPY array",
                        context.force || (text && context.allow_paths));
    require_writable(*options.result);
  });
  if (options.user_operator) {
    UserOperator own;
    comm::all_or_abort(*comm, [&] { own = load_user_operator(context.program); });
    if (own.join_float) return run_as<float>({own.join_float, own.width}, plan, options, context, *comm);
    if (own.join_int64) return run_as<std::int64_t>({own.join_int64, own.width}, plan, options, context, *comm);
    return run_as<double>({own.join_double, own.width}, plan, options, context, *comm);
  }
  if (options.operation == "concat") return run_concatenation(plan, options, context, *comm);
  if (options.type == document::NumberType::float32) return run_named<float>(plan, options, context, *comm);
  if (options.type == document::NumberType::int64) return run_named<std::int64_t>(plan, options, context, *comm);
  return run_named<double>(plan, options, context, *comm);
}

namespace {

/// Numbers that the root joins once more by itself, to compare, and of these at a time.
constexpr std::int64_t most_checked = 1 << 24, checked_at_a_time = 1 << 20;
constexpr std::size_t most_shown = 8;

/// Whether the root joins all items once more, to compare.
bool is_checked(const document::ReductionTree& plan, std::int64_t numbers) {
  return plan.items <= most_checked / numbers;
}

/// What vectors_held() counts; at the root the items that are joined again, in parts; with rivals a result and what
/// MPI_Reduce holds.
template <class T>
double bytes_of(const TreePlace& place, const document::ReductionTree& plan, std::int64_t numbers, bool rivals) {
  const bool root = place.items.count > 0 && place.parent < 0;
  double vectors = vectors_held(place.items.count, place.children.size(), plan.segments);
  if (rivals && place.items.count > 0) vectors += root ? 3 : 2;
  double held = vectors * static_cast<double>(numbers);
  if (root && is_checked(plan, numbers))
    held += static_cast<double>(2 * numbers + 2 * std::max(numbers, std::min(plan.items * numbers, checked_at_a_time)));
  return held * sizeof(T);
}

/// Joins rows of `numbers` from the left, after `result` if that is not empty.
template <class T>
void join_rows(const std::vector<T>& rows, std::int64_t numbers, Operator<T> join, std::vector<T>& result) {
  std::size_t row = 0;
  if (result.empty()) {
    result.assign(rows.begin(), rows.begin() + std::min<std::int64_t>(numbers, rows.size()));
    row = static_cast<std::size_t>(numbers);
  }
  for (; row < rows.size(); row += numbers) join(result.data(), rows.data() + row, result.data(), numbers);
}

/// All items, joined from the left.
template <class T>
std::vector<T> join_all(const document::ReductionOptions& options, std::int64_t items, std::int64_t numbers,
                        Operator<T> join) {
  const std::int64_t most = std::max<std::int64_t>(1, checked_at_a_time / numbers);
  std::vector<T> result;
  for (std::int64_t first = 0; first < items; first += most)
    join_rows(load_items<T>(options, {first, std::min(most, items - first)}, numbers), numbers, join, result);
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
                        const Joining<T>& joining, const runner::Context& context, const comm::Communicator& comm) {
  const auto place = place_of(plan, comm.rank());
  const auto numbers = options.elements * joining.width;
  const auto join = joining.join;
  const bool member = place.items.count > 0;
  const bool root = comm.rank() == root_of(plan);
  std::vector<T> rows;
  comm::all_or_abort(comm, [&] { check_data(options, plan.items, numbers); });  // of every host's file
  if (options.data) runner::require_same_data({&*options.data, 1}, true, comm, context);
  runner::require_memory(bytes_of<T>(place, plan, numbers, options.against_mpi), comm, context);
  comm::all_or_abort(comm, [&] { rows = load_items<T>(options, place.items, numbers); });

  Rivals<T> rivals(comm, options, joining, place);

  std::vector<T> local, joined(numbers), result;
  const auto join_local = [&] {
    local.clear();
    if (place.items.count > 1) join_rows(rows, numbers, join, local);
    return place.items.count > 1 ? local.data() : rows.data();
  };
  const Vectors vectors{numbers, numbers / options.elements, sizeof(T)};
  TreeReduction<T> tree(comm, context.wait_policy, plan, vectors, join, join_local);
  std::vector<double> seconds;
  bool same_bits = true;
  const double start = MPI_Wtime();
  Rounds rounds(context, comm, options, root_of(plan));
  while (rounds.go_on(static_cast<std::int64_t>(seconds.size()))) {
    // In turn, beginning with another one each round: the first of a round pays for the pause before it.
    const std::size_t contestants = rivals.count() + 1, first = seconds.size();
    for (std::size_t turn = 0; turn < contestants; ++turn) {
      const std::size_t who = (first + turn) % contestants;
      if (who < rivals.count())
        rivals.took(who, rounds.seconds([&] { rivals.join(who, join_local()); }, trace::Phase::rival));
      else
        seconds.push_back(rounds.seconds([&] { tree.run(joined.data()); }));
    }
    same_bits = same_bits && (result.empty() ||
                              std::ranges::equal(std::as_bytes(std::span(result)), std::as_bytes(std::span(joined))));
    result = joined;
    if (root)
      runner::progress(static_cast<std::int64_t>(seconds.size()), options.repeat, "reduction", MPI_Wtime() - start,
                       "seconds", seconds.back());
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
    if (is_checked(plan, numbers)) {
      const auto expected = join_all<T>(options, plan.items, numbers, join);
      facts_found["sequential"] = expected == result;
      facts_found["relative_error"] = relative_error(result, expected);
    }
    if (options.result) data::write_npy(*options.result, {numbers}, result);
    if (rivals.count() > 0) facts_found["mpi"] = rivals.report(statistics::median(seconds));
  });
  const auto operations = static_cast<double>(place.items.count - 1 + static_cast<std::int64_t>(place.children.size()));
  return report_of(plan, options, context, comm, tree.times(), seconds,
                   member ? operations * static_cast<double>(options.elements) : 0, facts_found);
}

}  // namespace uneven::reduction
