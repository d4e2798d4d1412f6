// SPDX-License-Identifier: MIT
#include "simulated/training.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bp/network.hpp"
#include "bp/training_data.hpp"
#include "context.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/chain/seconds.hpp"
#include "partition/predict/time_model.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

template <class Computed>
void DeclaredPhase<Computed>::iterate(Real rate, Real momentum, const std::function<void(double error)>& agree) {
  if (this->computes()) return Computed::iterate(rate, momentum, agree);
  agree_ = &agree;
  meanwhile();
  performer_.perform();
}

template <class Real>
Training<Real>::Training(const document::Partition& plan, const document::BpOptions& options,
                         const document::Speeds& speeds, Interconnect& interconnect, Cards& cards,
                         const std::shared_ptr<Course>& course, int place, const bp::Whole<Real>* weights)
    : bp::Training<Real>(
          plan, options, [&speeds](std::size_t rank) { return host_of(speeds, rank); }, runner::note),
      cards_(cards),
      place_(place),
      rank_(course->ranks[static_cast<std::size_t>(place)]),
      computes_(weights != nullptr),
      transport_(interconnect, place, course->costs[static_cast<std::size_t>(place)]) {
  this->phase_ = begin_phase(
      std::make_unique<SimulatedTeam>(transport_, interconnect.cluster(), course, place, sizeof(Real), options.network),
      plan);
  this->replanner_.follow(0, 0, 0);
  if (!weights) return;
  bp::Phase<Real>& phase = *this->phase_;
  if (weights->empty())
    phase.initialise();
  else
    phase.take(bp::Kept::weights, *weights);
}

template <class Real>
std::unique_ptr<bp::Phase<Real>> Training<Real>::begin_phase(std::unique_ptr<bp::Team> team,
                                                             const document::Partition&) {
  const auto course = static_cast<const SimulatedTeam&>(*team).course();
  const auto rank = static_cast<std::size_t>(team->rank());
  std::unique_ptr<bp::Phase<Real>> phase;
  if (course->plan->layers.empty()) {
    const std::shared_ptr<const partition::Part> part(course, &course->parts[rank]);
    phase = std::make_unique<DeclaredPhase<bp::OneLayerPhase<Real>>>(
        static_cast<std::size_t>(part->in_flight) + 2 * part->groups.size(), std::move(team), course->plan,
        course->plan, part, this->options_);
  } else {
    const std::shared_ptr<const partition::ChainPart> part(course, &course->of_layers[rank]);
    phase = std::make_unique<DeclaredPhase<bp::ChainPhase<Real>>>(static_cast<std::size_t>(part->buffers()),
                                                                  std::move(team), course->plan, part, this->options_);
  }
  if (computes_)
    phase->compute_on(
        [&](document::Range own) { return bp::load_samples<Real>(this->options_, course->plan->network, own); });
  return phase;
}

template <class Real>
void Training<Real>::before_iteration() {
  const std::int64_t iteration = this->done_ + 1;
  cards_.begin(place_, iteration);
  transport_.set_speed(document::speed_in(this->options_.slow, rank_, iteration));
}

template <class Real>
Outcome<Real> Training<Real>::outcome() {
  cards_.leave(place_);
  const auto& phase = this->phase_;
  Outcome<Real> found;
  if (phase) {
    if (computes_) found.weights = phase->gather(bp::Kept::weights);
    found.root = phase->root();
    found.stopped = phase->control.stopped();
    found.one_hot = phase->sparse();
    this->end_phase();
  }
  found.line = this->mine_;
  if (!found.root) return found;
  found.iterations = this->done_;
  found.seconds = this->seconds_;
  found.error = this->error_;
  found.iteration_s = this->iteration_s_;
  found.replans = this->replans_;
  return found;
}

template class DeclaredPhase<bp::OneLayerPhase<float>>;
template class DeclaredPhase<bp::OneLayerPhase<double>>;
template class DeclaredPhase<bp::ChainPhase<float>>;
template class DeclaredPhase<bp::ChainPhase<double>>;
template class Training<float>;
template class Training<double>;

namespace {

/// The trace has the ranks of the report, which are all processors of the plan.
void record_as(Recording& recording, const std::vector<std::int64_t>& at_work, const document::Speeds& all) {
  recording.numbers.assign(at_work.begin(), at_work.end());
  recording.hosts.clear();
  for (std::size_t number = 0; number < all.processors.size(); ++number)
    recording.hosts.push_back(host_of(all, number));
}

template <class Real>
document::Report train(const document::Partition& whole, const document::BpOptions& options,
                       const document::Speeds& all, const Setting& setting) {
  document::Speeds speeds = all;
  speeds.processors.clear();
  std::vector<int> ranks(all.processors.size()), places(all.processors.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const std::vector<std::int64_t> at_work = bp::at_work(whole);
  for (const std::int64_t number : at_work) {
    const auto processor = static_cast<std::size_t>(number);
    places[processor] = static_cast<int>(speeds.processors.size());
    speeds.processors.push_back(all.processors[processor]);
  }
  Cluster cluster = setting.make_cluster(std::move(speeds), simulate::Messages::between_work);
  if (cluster.recording) record_as(*cluster.recording, at_work, all);
  const auto course = make_course(whole, ranks, places, cluster, sizeof(Real), options.network);
  std::optional<bp::Whole<Real>> weights;
  if (setting.compute) weights = first_weights<Real>(options, *course->plan);
  require_cards(setting.slow_cards, cluster, all);
  Cards cards(setting.slow_cards, cluster);
  Interconnect interconnect(cluster);
  std::vector<Outcome<Real>> outcomes(course->ranks.size());
  {
    std::vector<std::unique_ptr<Training<Real>>> trainings(outcomes.size());
    on_all_ranks(cluster, [&](int place) {
      const auto p = static_cast<std::size_t>(place);
      trainings[p] = std::make_unique<Training<Real>>(whole, options, all, interconnect, cards, course, place,
                                                      weights ? &*weights : nullptr);
      trainings[p]->train();
      outcomes[p] = trainings[p]->outcome();
    });
  }
  return report_of(outcomes, course->ranks, whole, options, all);
}

}  // namespace

document::Report run_bp(const document::Job& job, const Setting& setting) {
  const auto plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
  auto options = document::options_from_json<document::BpOptions>(job.input, job.options);
  prepare(options, job, plan, setting);
  document::require_processors(options.slow, std::ssize(plan.cluster));
  document::Speeds speeds = setting.speeds;
  if (speeds.processors.empty() && !plan.speeds.is_null()) speeds = document::from_json<document::Speeds>(plan.speeds);
  require_speeds(speeds, plan.cluster.size());
  const auto form = plan.kernel_options.find("input");
  const std::string input = form == plan.kernel_options.end() ? "" : form->get<std::string>();
  const bool one_layer = plan.layers.empty();
  const auto other = one_layer ? partition::other_kernel(speeds, plan.network, input)
                               : partition::other_kernel(speeds, document::units_of(plan));
  if (other) throw InputError(*other);
  const bool single = options.precision == "single";
  document::Report report =
      single ? train<float>(plan, options, speeds, setting) : train<double>(plan, options, speeds, setting);
  report.of = "bp";
  report.unit = one_layer ? "hidden unit x sample" : "weight x sample";
  if (one_layer) {  // several layers are no kernel
    report.kernel = "bp";
    if (!input.empty() && !setting.compute) report.kernel_options["input"] = input;
  }
  const bool as_planned = !one_layer || !setting.compute || input.empty() || report.kernel_options["input"] == input;
  if (single && as_planned) report.predicted_seconds_per_iteration = plan.predicted.seconds;
  return report;
}

}  // namespace uneven::simulated
