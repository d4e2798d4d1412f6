// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "document/options/plan_options.hpp"
#include "document/partition.hpp"

namespace uneven::partition {

/// Progress of a run after an iteration, as the first processor of the plan knows it.
struct RunProgress {
  const document::Partition& plan;       ///< the present plan; every processor has work
  const std::vector<int>& ranks;         ///< by processor: its rank in the run's first plan
  const std::vector<double>& compute_s;  ///< compute seconds in all iterations with this plan, by processor
  std::size_t iterations;                ///< iterations that compute_s counts
  std::int64_t done;                     ///< iterations of the whole run
  double seconds;                        ///< since the run began
};

/// A processor that computes longer than planned.
struct Drift {
  std::int64_t processor = 0;
  double slowdown = 1;  ///< its seconds over its planned seconds, divided by the same ratio of the others
  bool off() const;     ///< whether slowdown is above 1.2
};

/// The processor farthest behind its plan, with the greatest slowdown; ties go to the lowest number.
///
/// The ratio of the others is the median over all processors. With measured speeds and one hidden layer it is at least
/// 1: under a CPU quota, processors that wait a lot compute faster than when measured, and that does not make another
/// processor slow.
///
/// @param plan       every processor has work.
/// @param compute_s  compute seconds of one iteration, each > 0. Shape [processors].
/// Cost: O(N), of several hidden layers for each.
Drift farthest_behind(const document::Partition& plan, const std::vector<double>& compute_s);

/// The same for known slowdowns, see NewPlan::times. Shape [processors].
Drift farthest_behind(const std::vector<double>& times);

/// A plan for the speeds that a run showed.
struct NewPlan {
  document::Partition plan;
  double saved_s = 0;         ///< predicted saving per iteration
  std::vector<double> times;  ///< by processor: its slowdown against the previous plan, see Drift
};

/// Bounds on the speed of a processor, learnt in a run.
struct SpeedBounds {
  double most = 0;   ///< greatest speed that a new plan may give it
  double usual = 1;  ///< slowdown that a new plan did not improve, >= 1
  double first = 0;  ///< its speed in the run's first plan
};

/// Shares the same work by the speeds that a run showed, in as many columns as before; of several hidden layers, each
/// layer in as many as it had. If seconds can be predicted, the plan is made by seconds, where a slow processor's
/// messages are slow, too. If not, a plan balanced for time stays. Any other plan keeps its order and collectives, so
/// that the messages stay about the same. It keeps whole vectors of hidden units if it had them, unless a processor
/// would get none.
///
/// A speed is lowered if the slowdown, over the processor's `usual`, is above 1.2; above 1.1 if the present plan
/// already gives it less than its first speed. A speed is raised only if the processor's ratio is below the median by a
/// factor of 1.5, and at most to `most`: it may only have had less to do than its quota allows.
///
/// @param plan       every processor has a rectangle.
/// @param compute_s  compute seconds of one iteration, each > 0. Shape [processors].
/// @param bounds    shape [processors].
/// @return           without candidates; may leave processors out. The same plan if no other can be much faster.
NewPlan replan(const document::Partition& plan, const std::vector<double>& compute_s,
               const std::vector<SpeedBounds>& bounds);

/// Whether a new plan pays: in the iterations left it saves more than `move_s`, the cost of the move, and per iteration
/// it saves more than the noise, 5 % of `iteration_s`.
bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s);

/// The plan without its left-out processors; the others are renumbered in the same order.
document::Partition without_left_out(document::Partition plan);

/// Shares the same work among fewer processors, by the speeds that the plan holds, in any number of columns; the others
/// are renumbered in the same order.
/// @param lost  processors, ascending; not all.
/// @return      without candidates; nothing if no plan fits the memory.
std::optional<document::Partition> without(const document::Partition& plan, const std::vector<std::size_t>& lost);

/// Consecutive iterations of a run over which the compute times of all processors are averaged.
class Window {
 public:
  /// Iterations in the window once the run has done `iterations`.
  std::size_t length(std::size_t iterations) const { return iterations - iterations_; }

  /// Ends the window, which has at least one iteration, and begins the next.
  /// @param compute_s   compute seconds in all iterations of the run so far, by processor.
  /// @param iterations  iterations of the run so far.
  /// @return            mean compute seconds of an iteration of the window, by processor.
  std::vector<double> end(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::vector<double> compute_s_;  ///< before the window
  std::size_t iterations_ = 0;
};

/// Compute seconds of an iteration between two questions for a new plan, by processor: the median of several windows,
/// so that other work that occupies a host for a short time does not count.
class WindowedMedian {
 public:
  /// @param iterations  number between two questions, > 0.
  explicit WindowedMedian(std::int64_t iterations);

  /// Takes the compute times so far; ends the present window if it is long enough.
  /// @param compute_s   compute seconds in all iterations so far, by processor.
  /// @param iterations  iterations so far; not fewer than at the previous call.
  void look(const std::vector<double>& compute_s, std::size_t iterations);

  /// Takes the compute times at a question, at least one iteration after the last. @return median seconds of an
  /// iteration since then, by processor.
  std::vector<double> take(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::size_t window_iterations_;
  Window window_;                             ///< the present window
  std::vector<std::vector<double>> windows_;  ///< ended windows: seconds of an iteration, by processor
};

/// Finds processors that compute longer than planned. A window has at least five iterations and lasts at least a
/// second.
class DriftDetector {
 public:
  /// Takes the progress after an iteration.
  /// @return  the processor that was off, and farthest behind its plan, in two consecutive windows; each rank only
  /// once.
  std::optional<Drift> look(const RunProgress& now);

  /// Begins a new window for a new plan. @param seconds  since the start of the run.
  void follow_new_plan(double seconds);

 private:
  Window window_;
  double seconds_ = 0;            ///< start of the window, in s since the start of the run
  std::optional<Drift> suspect_;  ///< drift in the previous window
  std::set<int> said_;            ///< ranks already returned
};

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
  /// @param first  the run's first plan; its processors are the ranks. Must outlive this, as the options.
  /// @param host   the host of a rank.
  /// @param note   shows the user a line.
  Replanner(const document::Partition& first, const document::BpOptions& options,
            std::function<std::string(std::size_t rank)> host, std::function<void(const std::string&)> note);

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

  const document::Partition& first_;
  const document::BpOptions& options_;
  std::function<std::string(std::size_t)> host_;
  std::function<void(const std::string&)> note_;
  DriftDetector drift_detector_;
  std::optional<WindowedMedian> windowed_median_;  ///< of the present plan's iterations
  std::optional<RestoreBackoff> restore_backoff_;  ///< from the first question on
  std::optional<Trial> trial_;
  std::int64_t asked_ = 0;  ///< iterations done at the last question
  std::int64_t soon_ = 0;   ///< iterations done at the first question about a new plan (4)
  double asked_s_ = 0;      ///< seconds from the start to the last question, plus pauses since
  double move_s_ = 0;       ///< seconds that the last move to a plan took
};

}  // namespace uneven::partition
