// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bp/chain.hpp"
#include "bp/one_layer.hpp"
#include "bp/training.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "schedule/performer.hpp"
#include "simulated/cluster.hpp"
#include "simulated/runs.hpp"
#include "simulated/team.hpp"
#include "simulated/transport.hpp"

namespace uneven::simulated {

/// An iteration whose work is declared, and computed as well where there are data.
/// @tparam Computed  the phase of a plan of one hidden layer, or of several.
template <class Computed>
class DeclaredPhase : public Computed, private NoData {
 public:
  using Real = typename Computed::Number;

  /// @param buffers  as many as the schedule's sums have. @param arguments  of the phase.
  template <class... Arguments>
  explicit DeclaredPhase(std::size_t buffers, Arguments&&... arguments)
      : Computed(std::forward<Arguments>(arguments)...),
        NoData(sizeof(Real)),
        performer_(*this->schedule, this->team->transport(), *this, std::vector<Real*>(buffers, nullptr)) {}

  void iterate(Real rate, Real momentum, const std::function<void(double error)>& agree) override;
  const schedule::Times& times() const override { return this->computes() ? Computed::times() : performer_.times(); }

 private:
  void meanwhile() override { this->control.push_along(); }
  void agree(const schedule::Agree&) override { (*agree_)(0); }

  const std::function<void(double)>* agree_ = nullptr;
  schedule::Performer<Real> performer_;
};

/// What a simulated training reports.
template <class Real>
struct Outcome {
  document::RankReport line;  ///< work and times
  std::int64_t iterations = 0;
  bool root = false;  ///< at the end; the others have the line only
  double seconds = 0;
  std::vector<double> error, iteration_s;
  std::vector<document::OrderedJson> replans;
  const char* stopped = nullptr;
  bp::Whole<Real> weights;  ///< empty: not computed
  bool one_hot = false;     ///< of the samples
};

/// One rank's part of a training on simulated hosts, with declared times. Making plans and reading samples takes none.
template <class Real>
class Training : public bp::Training<Real> {
 public:
  /// @param plan     the run's first plan. @param course  of it.
  /// @param place    of this rank in the cluster, and in the course.
  /// @param speeds   of all processors of the plan. All references must outlive the training.
  /// @param weights  at first; empty: made up from the seed. Null: iterations are declared only.
  Training(const document::Partition& plan, const document::BpOptions& options, const document::Speeds& speeds,
           Interconnect& interconnect, Cards& cards, const std::shared_ptr<Course>& course, int place,
           const bp::Whole<Real>* weights);
  ~Training() override { this->phase_.reset(); }

  /// After train(). Collective in the last phase.
  Outcome<Real> outcome();

 private:
  std::unique_ptr<bp::Phase<Real>> begin_phase(std::unique_ptr<bp::Team> team, const document::Partition&) override;
  void before_iteration() override;
  double rest(double, double) override { return 0; }  // each piece of its work has taken longer

  Cards& cards_;
  int place_, rank_;  ///< in the cluster; in the plan
  bool computes_;
  Transport transport_;
};

extern template class DeclaredPhase<bp::OneLayerPhase<float>>;
extern template class DeclaredPhase<bp::OneLayerPhase<double>>;
extern template class DeclaredPhase<bp::ChainPhase<float>>;
extern template class DeclaredPhase<bp::ChainPhase<double>>;
extern template class Training<float>;
extern template class Training<double>;

/// Resolves the paths of a training's files, and refuses what a simulation does not do.
/// @throws InputError
void prepare(document::BpOptions& options, const document::Job& job, const document::Partition& plan,
             const Setting& setting);

/// Reads the first weights of a training that computes; empty: made up from the seed.
/// @param plan  without processors left out. @throws SystemError  if this machine has not the memory of all ranks.
template <class Real>
bp::Whole<Real> first_weights(const document::BpOptions& options, const document::Partition& plan);

/// The report of a training, and its weights in their files.
/// @param outcomes  shape [p]. @param ranks  of them in the plan. @param speeds  of all processors of the plan.
template <class Real>
document::Report report_of(const std::vector<Outcome<Real>>& outcomes, const std::vector<int>& ranks,
                           const document::Partition& plan, const document::BpOptions& options,
                           const document::Speeds& speeds);

}  // namespace uneven::simulated
