#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document/bp_options.hpp"
#include "document/partition.hpp"
#include "partition/replan/drift_detector.hpp"
#include "partition/replan/replan.hpp"
#include "partition/replan/restore_backoff.hpp"
#include "partition/replan/windowed_median.hpp"

namespace uneven::partition {

/// Says which rank is behind its plan, and makes new plans from what a run shows, while they pay.
class Replanner {
 public:
  /// @param first  the run's first plan; its processors are the ranks.
  /// @param hosts  of them.
  /// @param note   tells the user a line.
  Replanner(const document::Partition& first, const document::BpOptions& options, std::vector<std::string> hosts,
            std::function<void(const std::string&)> note);

  /// From now on another plan is followed.
  /// @param move_s  what taking it up took.
  void follow(std::int64_t done, double seconds, double move_s);

  /// Seconds went by without iterations.
  void pause(double seconds) { asked_s_ += seconds; }

  /// After an iteration.
  void look(const RunProgress& now);

  /// Whether to ask after so many iterations: every K of them, and soon after a new plan, which may be much worse.
  bool due(std::int64_t done) const;

  /// Whether another plan pays, at least one iteration after the last question. Soon after a new plan only whether it
  /// is much worse than the one before.
  /// @return  the `plan` and `why`, for the report; null if none pays.
  document::Json ask(const RunProgress& now);

  /// The answer is known everywhere.
  void answered(std::int64_t done, double seconds);

 private:
  /// A new plan was taken up, and has yet to show that it is better than the one before.
  struct Trial {
    document::Partition before;
    double iteration_s;         ///< with it
    std::vector<double> times;  ///< by processor, why it was given up: see NewPlan
  };

  document::Json last_plan(const RunProgress& now, double iteration_s);
  std::string name(const RunProgress& now, std::int64_t processor) const;
  std::string reason(const RunProgress& now, const document::Partition& made, const Drift& drift) const;

  const document::BpOptions& options_;
  std::vector<std::string> hosts_;  ///< by rank
  bool reports_are_speeds_;         ///< every rank works
  std::function<void(const std::string&)> note_;
  DriftDetector drift_detector_;
  std::optional<WindowedMedian> windowed_median_;  ///< with this plan
  RestoreBackoff restore_backoff_;
  std::optional<Trial> trial_;
  std::int64_t asked_ = 0;  ///< iterations done when last asked
  std::int64_t soon_ = 0;   ///< iterations done when to look at a new plan first
  double asked_s_ = 0;      ///< seconds from the start until then, and in pauses since
  double move_s_ = 0;       ///< what taking up a plan took the last time
};

}  // namespace uneven::partition
