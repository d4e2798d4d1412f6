// SPDX-License-Identifier: MIT
#include "partition/replan/replanner.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "document/writer.hpp"
#include "statistics/estimate.hpp"

namespace uneven::partition {

std::vector<double> Window::end(const std::vector<double>& compute_s, std::size_t iterations) {
  compute_s_.resize(compute_s.size());
  std::vector<double> each;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    each.push_back((compute_s[i] - compute_s_[i]) / static_cast<double>(length(iterations)));
  compute_s_ = compute_s;
  iterations_ = iterations;
  return each;
}

namespace {

constexpr std::int64_t windows = 5;

}  // namespace

WindowedMedian::WindowedMedian(std::int64_t iterations)
    : window_iterations_(static_cast<std::size_t>(std::max(std::int64_t{1}, iterations / windows))) {}

void WindowedMedian::look(const std::vector<double>& compute_s, std::size_t iterations) {
  if (window_.length(iterations) >= window_iterations_) windows_.push_back(window_.end(compute_s, iterations));
}

std::vector<double> WindowedMedian::take(const std::vector<double>& compute_s, std::size_t iterations) {
  look(compute_s, iterations);
  // The rest is too short for a window, unless it is the only one.
  if (window_.length(iterations) > 0) {
    const auto rest = window_.end(compute_s, iterations);
    if (windows_.empty()) windows_.push_back(rest);
  }
  std::vector<double> middle;
  for (std::size_t i = 0; i < compute_s.size(); ++i) {
    std::vector<double> each;
    for (const auto& window : windows_) each.push_back(window[i]);
    middle.push_back(statistics::median(each));
  }
  windows_.clear();
  return middle;
}

namespace {

constexpr std::size_t least_iterations = 5;
constexpr double least_seconds = 1;

}  // namespace

std::optional<Drift> DriftDetector::look(const RunProgress& now) {
  if (window_.length(now.iterations) < least_iterations || now.seconds < seconds_ + least_seconds) return std::nullopt;
  const Drift drift = farthest_behind(now.plan, window_.end(now.compute_s, now.iterations));
  const bool again = drift.off() && suspect_ && suspect_->processor == drift.processor;
  suspect_.reset();
  if (drift.off()) suspect_ = drift;
  seconds_ = now.seconds;
  return again && said_.insert(now.ranks[static_cast<std::size_t>(drift.processor)]).second ? suspect_ : std::nullopt;
}

void DriftDetector::follow_new_plan(double seconds) {
  window_ = {};
  suspect_.reset();
  seconds_ = seconds;
}

namespace {

constexpr std::int64_t soon = 5;     // a much slower plan is given up after K / soon iterations
constexpr double much_longer = 1.2;  // beyond the noise of so few iterations
constexpr std::int64_t fewest = 5;   // at least this many iterations, because the first one takes longer

std::string text(const char* format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

std::size_t rank(const RunProgress& now, std::size_t processor) {
  return static_cast<std::size_t>(now.ranks[processor]);
}

}  // namespace

Replanner::Replanner(const document::Partition& first, const document::BpOptions& options,
                     std::function<std::string(std::size_t rank)> host, std::function<void(const std::string&)> note)
    : first_(first), options_(options), host_(std::move(host)), note_(std::move(note)) {}

void Replanner::follow(std::int64_t done, double seconds, double move_s) {
  windowed_median_.reset();
  if (options_.replan > 0) windowed_median_.emplace(options_.replan);
  drift_detector_.follow_new_plan(seconds);
  answered(done, seconds);
  const std::int64_t few = options_.replan / soon;
  soon_ = few >= fewest ? done + few : 0;
  move_s_ = move_s;
}

bool Replanner::due(std::int64_t done) const {
  if (options_.replan == 0) return false;
  return done % options_.replan == 0 || (done == soon_ && !options_.replan_always);
}

void Replanner::answered(std::int64_t done, double seconds) {
  asked_ = done;
  asked_s_ = seconds;
}

std::string Replanner::name(const RunProgress& now, std::int64_t processor) const {
  const std::size_t who = rank(now, static_cast<std::size_t>(processor));
  return "rank " + std::to_string(who) + " on " + host_(who);
}

/// The reason for a new plan, for the user: the processor that is late, or else the one that is given work back.
std::string Replanner::reason(const RunProgress& now, const document::Partition& made, const Drift& drift) const {
  std::optional<std::size_t> faster;
  bool slower = false;
  for (std::size_t i = 0; i < made.cluster.size(); ++i) {
    slower = slower || made.cluster[i].speed < now.plan.cluster[i].speed;
    if (made.cluster[i].speed > now.plan.cluster[i].speed) faster = i;
  }
  if (faster && !slower) return name(now, static_cast<std::int64_t>(*faster)) + " seems faster than planned";
  return name(now, drift.processor) + text(" computed %.2f times as long as planned", drift.slowdown);
}

void Replanner::look(const RunProgress& now) {
  if (windowed_median_) windowed_median_->look(now.compute_s, now.iterations);
  const auto drift = drift_detector_.look(now);
  if (!drift) return;
  std::string advice;
  if (options_.replan == 0) advice = "; --replan K shares the work anew";
  const bool reports_are_speeds = first_.left_out.empty();  // measure-speeds --from-report needs work of every rank
  if (options_.replan == 0 && reports_are_speeds) advice += ", measure-speeds --from-report too";
  note_(name(now, drift->processor) +
        text(" computes %.2f times as long as planned, beside the others", drift->slowdown) + advice);
}

/// Goes back to the plan before, if the present one made iterations longer.
/// @return  see ask().
document::Json Replanner::last_plan(const RunProgress& now, double iteration_s) {
  const std::optional<Trial> trial = std::exchange(trial_, std::nullopt);
  if (!trial || iteration_s <= trial->iteration_s || options_.replan_always) return nullptr;
  for (std::size_t i = 0; i < now.ranks.size(); ++i) {
    restore_backoff_->judge(rank(now, i), now.plan.cluster[i].speed, trial->before.cluster[i].speed, true);
    restore_backoff_->excuse(rank(now, i), trial->times[i]);
  }
  note_(text("iteration %lld: the new plan made an iteration longer, %.3g s after %.3g; back to the one before",
             static_cast<long long>(now.done), iteration_s, trial->iteration_s));
  return {{"plan", document::json_of(trial->before)},
          {"why", {{"iteration", now.done}, {"back", true}, {"iteration_s", iteration_s}, {"move_s", move_s_}}}};
}

document::Json Replanner::ask(const RunProgress& now) {
  const double iteration_s = (now.seconds - asked_s_) / static_cast<double>(now.done - asked_);
  if (now.done % options_.replan != 0 && !(trial_ && iteration_s > much_longer * trial_->iteration_s)) return nullptr;
  if (!restore_backoff_) restore_backoff_.emplace(speeds_of(first_.cluster));
  std::vector<double> compute_s = windowed_median_->take(now.compute_s, now.iterations);
  if (auto last = last_plan(now, iteration_s); !last.is_null()) return last;
  for (double& s : compute_s) s = std::max(s, 1e-9);  // a clock may be coarse
  std::vector<SpeedBounds> bounds;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    bounds.push_back(restore_backoff_->bounds(rank(now, i), now.plan.cluster[i].speed));
  const NewPlan made = replan(now.plan, compute_s, bounds);
  const bool worth = options_.replan_always || pays(made.saved_s, iteration_s, options_.iterations - now.done, move_s_);
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    restore_backoff_->judge(rank(now, i), now.plan.cluster[i].speed, made.plan.cluster[i].speed, worth);
  if (!worth) return nullptr;
  if (made.plan.left_out.empty()) trial_ = {now.plan, iteration_s, made.times};  // a left-out processor never returns
  const Drift drift = farthest_behind(made.times);
  note_(text("iteration %lld: a new plan saves %.3g of %.3g s an iteration; ", static_cast<long long>(now.done),
             made.saved_s, iteration_s) +
        reason(now, made.plan, drift));
  return {{"plan", document::json_of(made.plan)},
          {"why",
           {{"iteration", now.done},
            {"farthest_behind", name(now, drift.processor)},
            {"times", drift.slowdown},
            {"iteration_s", iteration_s},
            {"saved_s", made.saved_s},
            {"move_s", move_s_}}}};
}

namespace {

constexpr int most_failures = 20;

}  // namespace

RestoreBackoff::RestoreBackoff(std::vector<double> first) {
  for (const double speed : first) records_.push_back({speed});
}

SpeedBounds RestoreBackoff::bounds(std::size_t rank, double planned) const {
  const Record& record = records_[rank];
  return {record.questions > 0 ? planned : record.first, record.usual, record.first};
}

void RestoreBackoff::excuse(std::size_t rank, double times) { records_[rank].usual = std::max(1.0, times); }

void RestoreBackoff::judge(std::size_t rank, double planned, double found, bool followed) {
  Record& record = records_[rank];
  if ((record.raised || followed) && found < planned) {
    if (record.raised) record.failures = std::min(record.failures + 1, most_failures);
    record.questions = 2 << record.failures;
  } else if (record.questions > 0) {
    --record.questions;
  }
  record.raised = followed && found > planned;
}

}  // namespace uneven::partition
