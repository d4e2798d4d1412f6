// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document/options/bp_options.hpp"
#include "document/partition.hpp"
#include "partition/replan/drift.hpp"
#include "partition/replan/replan.hpp"

namespace uneven::partition {

/// Decides how much speed a new plan may give back to ranks that an earlier plan slowed down.
///
/// A rank that waits a lot seems faster than it is, since no CPU quota holds it back; a rank with many messages stays
/// slow whatever its share of the work. So a rank that was slowed down keeps its speed for two questions. Each failed
/// restoration doubles the wait.
class RestoreBackoff {
 public:
  /// @param first  speeds of the run's first plan, by rank.
  explicit RestoreBackoff(std::vector<double> first);

  /// Bounds for a rank that the present plan gives the speed `planned`.
  SpeedBounds bounds(std::size_t rank, double planned) const;

  /// Tolerates this slowdown of the rank from now on, because a plan made to correct it was worse than the one before.
  /// @param times  slowdown, see Drift.
  void excuse(std::size_t rank, double times);

  /// Takes the answer to one question.
  /// @param planned   the rank's speed in the present plan.
  /// @param found     the rank's speed in the new plan.
  /// @param followed  whether the run follows the new plan.
  void judge(std::size_t rank, double planned, double found, bool followed);

 private:
  struct Record {
    double first;
    double usual = 1;
    bool raised = false;  ///< whether the last plan raised its speed
    int failures = 0;     ///< restorations that had to be undone
    int questions = 0;    ///< coming questions that restore nothing
  };
  std::vector<Record> records_;  ///< by rank
};

/// Decides when a running job follows another plan. The policy:
///
/// 1. Windows of about a second compare what each rank computes with its plan. A rank that is more than 20 % behind in
///    two windows in a row is named to the user, once (DriftDetector).
/// 2. Every K iterations (--replan K) the run asks for a new plan. The median window since the last question gives each
///    rank's speed (WindowedMedian); what others do on a host for a short time does not count.
/// 3. The new plan shares the work by these speeds (replan()). It is followed if it saves more than taking it up costs,
///    and more than the noise of an iteration (pays()); with --replan-always in any case.
/// 4. A plan that makes iterations longer is given up for the one before: at the next question, or already after K / 5
///    iterations (if those are 5 or more) where they take more than 1.2 times as long. There is no way back to a plan
///    with a rank that the new one leaves out, nor with --replan-always.
/// 5. A rank that was slowed down gets speed back only after some questions. Each failed restoration doubles the wait
///    (RestoreBackoff).
class Replanner {
 public:
  /// @param first  the run's first plan; its processors are the ranks.
  /// @param hosts  their hosts, by rank.
  /// @param note   shows the user a line.
  Replanner(const document::Partition& first, const document::BpOptions& options, std::vector<std::string> hosts,
            std::function<void(const std::string&)> note);

  /// Begins to follow another plan.
  /// @param done     iterations of the run so far.
  /// @param seconds  since the start of the run.
  /// @param move_s   seconds that the move to the plan took.
  void follow(std::int64_t done, double seconds, double move_s);

  /// Excludes `seconds` without iterations from the time of an iteration.
  void pause(double seconds) { asked_s_ += seconds; }

  /// Takes the progress after an iteration (1).
  void look(const RunProgress& now);

  /// Whether to ask after `done` iterations: every K of them (2), and soon after a new plan (4).
  bool due(std::int64_t done) const;

  /// The answer to a question, at least one iteration after the last one.
  /// @return  the `plan` and `why`, for the report; null if the present plan stays.
  document::Json ask(const RunProgress& now);

  /// All ranks know the answer; `done` and `seconds` as in follow().
  void answered(std::int64_t done, double seconds);

 private:
  /// A new plan on trial: the next question compares its iterations with those before it.
  struct Trial {
    document::Partition before;
    double iteration_s;         ///< with the plan before
    std::vector<double> times;  ///< slowdowns that led to the new plan, by processor, see NewPlan
  };

  document::Json last_plan(const RunProgress& now, double iteration_s);
  std::string name(const RunProgress& now, std::int64_t processor) const;
  std::string reason(const RunProgress& now, const document::Partition& made, const Drift& drift) const;

  const document::BpOptions& options_;
  std::vector<std::string> hosts_;  ///< by rank
  bool reports_are_speeds_;         ///< whether measure-speeds --from-report can use a report: every rank works
  std::function<void(const std::string&)> note_;
  DriftDetector drift_detector_;
  std::optional<WindowedMedian> windowed_median_;  ///< of the present plan's iterations
  RestoreBackoff restore_backoff_;
  std::optional<Trial> trial_;
  std::int64_t asked_ = 0;  ///< iterations done at the last question
  std::int64_t soon_ = 0;   ///< iterations done at the first question about a new plan (4)
  double asked_s_ = 0;      ///< seconds from the start to the last question, plus pauses since
  double move_s_ = 0;       ///< seconds that the last move to a plan took
};

}  // namespace uneven::partition
