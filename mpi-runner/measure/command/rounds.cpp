// SPDX-License-Identifier: MIT
#include "measure/command/rounds.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "comm/wait.hpp"
#include "measure/sampling/speed.hpp"
#include "speeds/amount_search.hpp"

namespace uneven::measure {

namespace {

/// Parts of the time for the measurement: of a run; of a unit that takes very long.
constexpr double run_part = 0.05, long_unit_part = 0.125;
/// Longest search over the time for the measurement.
constexpr double search_times = 3;
/// The numbers of units to measure, as parts of the largest.
const std::vector<std::int64_t> two_parts{8, 1}, curve_parts{64, 16, 4, 1};
/// Largest number of a curve over the number found.
constexpr std::int64_t curve_times = 4;

std::string mean_seconds(const std::vector<double>& seconds) {
  char text[32];
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  std::snprintf(text, sizeof text, "%.3g s", sum / static_cast<double>(seconds.size()));
  return text;
}

std::string count_of_units(std::int64_t units) { return std::to_string(units) + (units == 1 ? " unit" : " units"); }

}  // namespace

bool all_did(const comm::Communicator& world, std::exception_ptr& failure, const std::function<void()>& work) {
  std::exception_ptr mine;
  try {
    work();
  } catch (...) {
    mine = std::current_exception();
  }
  comm::meet_asleep(world);
  if (mine && !failure) failure = mine;
  return comm::maximum(world, std::int32_t{mine != nullptr}) == 0;
}

CommandRounds::CommandRounds(const runner::Context& context, const document::MeasureOptions& options,
                             UserCommand& command, bool idle)
    : context_(context),
      options_(options),
      command_(command),
      idle_(idle),
      measurement_({.seconds = options.max_seconds, .confidence = options.confidence}) {}

bool CommandRounds::round(std::int64_t units, double least_s, std::exception_ptr& failure) {
  const double start = MPI_Wtime();
  const auto run_once = [&] {
    const launch::ChildEnd end = command_.run(units);
    last_s_ = end.seconds;
    if (warm_) {
      runs_[units].seconds.push_back(end.seconds);
      runs_[units].peak_bytes.push_back(static_cast<double>(end.peak_bytes));
    }
    warm_ = true;
  };
  return all_did(context_.world, failure, [&] {
    if (idle_) return;
    do run_once();
    while (MPI_Wtime() - start < least_s);
  });
}

bool CommandRounds::search(std::exception_ptr& failure) {
  speeds::AmountSearch search({.target_s = run_part * options_.max_seconds,
                               .long_unit_s = long_unit_part * options_.max_seconds,
                               .given = options_.units.value_or(0)});
  const Repetition limit({.seconds = search_times * options_.max_seconds});
  for (int made = 0;; ++made) {
    const bool missing = !idle_ && !search.found();
    if (made > 1 && limit.time_is_up(context_.world)) return true;
    if (comm::maximum(context_.world, std::int32_t{missing}) == 0) return true;
    if (!round(search.units(), 0, failure)) return false;
    search.add(last_s_);
    if (context_.world.rank() == 0)
      runner::progress(made + 1, 0, measurement_.elapsed_s(), "units", static_cast<double>(search.units()));
  }
}

std::vector<std::int64_t> CommandRounds::amounts() const {
  if (options_.units && !options_.curve) return {*options_.units};
  const std::int64_t found = options_.units ? *options_.units : idle_ ? 1 : runs_.rbegin()->first;
  const std::int64_t largest = options_.curve && !options_.units ? curve_times * found : found;
  std::vector<std::int64_t> list;
  for (const std::int64_t part : options_.curve ? curve_parts : two_parts)
    list.push_back(std::max<std::int64_t>(1, largest / part));
  return list;
}

bool CommandRounds::measure(std::exception_ptr& failure) {
  if (!search(failure)) return false;
  const std::vector<std::int64_t> units = amounts();
  std::vector<double> least_s(units.size());
  for (int made = 1;; ++made) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!round(units[i], least_s[i], failure)) return false;
      least_s[i] = length_for_all(context_.world, idle_ ? 0 : last_s_);
    }
    const auto cost = idle_ ? std::nullopt : speeds::fit_cost(runs_);
    const double error = idle_ ? 0 : cost ? cost->relative_error : std::numeric_limits<double>::infinity();
    if (context_.world.rank() == 0) runner::progress(made, 0, measurement_.elapsed_s(), "relative error", error);
    if (measurement_.enough(context_.world, made, error)) return true;
  }
}

speeds::CommandCost CommandRounds::cost() const {
  if (const auto cost = speeds::fit_cost(runs_)) return *cost;
  const auto& [least, few] = *runs_.begin();
  const auto& [most, many] = *runs_.rbegin();
  throw InputError("the time of the command does not grow with {units}: " + count_of_units(least) + " took " +
                   mean_seconds(few.seconds) + ", " + count_of_units(most) + " " + mean_seconds(many.seconds) +
                   "; expected a command that does so many units, or more --max-seconds, or --units");
}

}  // namespace uneven::measure
