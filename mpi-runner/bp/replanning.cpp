#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

#include "bp/run.hpp"
#include "comm/collectives.hpp"
#include "partition/replan.hpp"

namespace uneven::bp {

namespace {

std::string text(const char* format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

document::Json json_of(const document::Partition& plan) {
  std::ostringstream out;
  write_document(out, plan, true);
  return document::Json::parse(out.str());
}

}  // namespace

/// In the first plan, of a processor of the stage.
template <class Real>
std::size_t Run<Real>::rank(std::size_t processor) const {
  return static_cast<std::size_t>(stage_->ranks[processor]);
}

template <class Real>
std::string Run<Real>::name(std::int64_t processor) const {
  const std::size_t rank = this->rank(static_cast<std::size_t>(processor));
  return "rank " + std::to_string(rank) + " on " + hosts_[rank];
}

template <class Real>
void Run<Real>::look_for_drift() {
  const Control& control = stage_->control;
  if (!root()) return;
  if (pace_) pace_->look(control.compute_s(), control.error().size());
  const auto drift = watch_.look(stage_->plan, stage_->ranks, control.compute_s(), control.error().size(), seconds_);
  if (!drift) return;
  const std::string advice =
      options_.replan > 0 ? "" : "; --replan K shares the work anew, measure-speeds --from-report too";
  runner::note(name(drift->processor) +
               text(" computes %.2f times as long as planned, beside the others", drift->times) + advice);
}

/// Asks the root for a plan by the speeds seen since it was asked last, and follows it. Collective in the stage.
template <class Real>
void Run<Real>::replan() {
  Control& control = stage_->control;
  control.finish();
  if (control.stopped()) return;
  document::Json made;
  if (root()) made = new_plan();
  asked_ = done_;
  asked_s_ = MPI_Wtime() - start_;
  made = document::Json::parse(comm::broadcast(stage_->comm, made.dump()));
  if (made.is_null()) return;
  replans_.push_back(document::OrderedJson(made["why"]));
  adopt(document::partition_from_json(made["plan"]));
}

template <class Real>
void Run<Real>::begin_pace() {
  pace_.reset();
  if (root() && options_.replan > 0) pace_.emplace(options_.replan);
}

/// The plan before the last, if that one made iterations longer.
/// @return  `plan` and `why`, or null.
template <class Real>
document::Json Run<Real>::last_plan(double iteration_s) {
  const std::optional<Trial> trial = std::exchange(trial_, std::nullopt);
  if (!trial || iteration_s <= trial->iteration_s || options_.replan_always) return nullptr;
  for (std::size_t i = 0; i < stage_->ranks.size(); ++i) {
    trust_.judge(rank(i), stage_->plan.cluster[i].speed, trial->before.cluster[i].speed, true);
    trust_.excuse(rank(i), trial->times[i]);
  }
  runner::note(text("iteration %lld: the new plan made an iteration longer, %.3g s after %.3g; back to the one before",
                    static_cast<long long>(done_), iteration_s, trial->iteration_s));
  return {{"plan", json_of(trial->before)},
          {"why", {{"iteration", done_}, {"back", true}, {"iteration_s", iteration_s}, {"move_s", move_s_}}}};
}

/// @return  `plan` and `why`, or null if none pays.
template <class Real>
document::Json Run<Real>::new_plan() {
  const double iteration_s = (MPI_Wtime() - start_ - asked_s_) / static_cast<double>(done_ - asked_);
  std::vector<double> compute_s = pace_->take(stage_->control.compute_s(), stage_->control.error().size());
  if (auto last = last_plan(iteration_s); !last.is_null()) return last;
  for (double& s : compute_s) s = std::max(s, 1e-9);  // a clock may be coarse
  std::vector<partition::Belief> beliefs;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    beliefs.push_back(trust_.belief(rank(i), stage_->plan.cluster[i].speed));
  const partition::NewPlan made = partition::replan(stage_->plan, compute_s, beliefs);
  const bool pays =
      options_.replan_always || partition::pays(made.saved_s, iteration_s, options_.iterations - done_, move_s_);
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    trust_.judge(rank(i), stage_->plan.cluster[i].speed, made.plan.cluster[i].speed, pays);
  if (!pays) return nullptr;
  if (made.plan.left_out.empty()) trial_ = {stage_->plan, iteration_s, made.times};  // who left does not come back
  const partition::Drift drift = partition::farthest_behind(stage_->plan, compute_s);
  const std::string who = name(drift.processor);
  runner::note(text("iteration %lld: a new plan saves %.3g of %.3g s an iteration; ", static_cast<long long>(done_),
                    made.saved_s, iteration_s) +
               who + text(" computed %.2f times as long as planned", drift.times));
  return {{"plan", json_of(made.plan)},
          {"why",
           {{"iteration", done_},
            {"farthest_behind", who},
            {"times", drift.times},
            {"iteration_s", iteration_s},
            {"saved_s", made.saved_s},
            {"move_s", move_s_}}}};
}

/// The samples are read anew; the weights go to the root and back. Collective in the stage.
template <class Real>
void Run<Real>::adopt(const document::Partition& plan) {
  const double start = MPI_Wtime();
  State<Real> state = gather_state();
  const bool momentum = options_.momentum > 0;
  end_stage();
  const std::unique_ptr<Stage<Real>> last = std::move(stage_);
  last->trainer.reset();
  last->samples = {};
  stage_ = stage(last->comm, plan);
  const document::Range hidden = stage_ ? stage_->part.hidden : document::Range{};
  perceptron::Block<Real>* block = stage_ ? &stage_->trainer->block() : nullptr;
  const std::int64_t stride = block ? block->stride() : 0;
  scatter(last->comm, plan_.network, hidden, std::move(state.weights), block ? block->weights() : nullptr, stride);
  if (momentum)
    scatter(last->comm, plan_.network, hidden, std::move(state.velocity),
            stage_ ? stage_->trainer->velocity() : nullptr, stride);
  begin_pace();
  asked_s_ = MPI_Wtime() - start_;
  watch_.follow_new_plan(asked_s_);
  move_s_ = MPI_Wtime() - start;
}

/// What the stage did goes into the sums over all stages.
template <class Real>
void Run<Real>::end_stage() {
  const std::vector<double>& error = stage_->control.error();
  const comm::Times& times = stage_->trainer->times();
  const document::Range samples = stage_->part.samples, hidden = stage_->part.hidden;
  error_.insert(error_.end(), error.begin(), error.end());
  mine_.work += static_cast<double>(samples.count * hidden.count) * static_cast<double>(error.size());
  mine_.compute_s += times.compute_s;
  mine_.communicate_s += times.communicate_s;
  mine_.wait_s += times.wait_s;
}

#define UNEVEN_INSTANTIATE(Real)                              \
  template std::size_t Run<Real>::rank(std::size_t) const;    \
  template std::string Run<Real>::name(std::int64_t) const;   \
  template void Run<Real>::look_for_drift();                  \
  template void Run<Real>::replan();                          \
  template void Run<Real>::begin_pace();                      \
  template document::Json Run<Real>::last_plan(double);       \
  template document::Json Run<Real>::new_plan();              \
  template void Run<Real>::adopt(const document::Partition&); \
  template void Run<Real>::end_stage();
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
