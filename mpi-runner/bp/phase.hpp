// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bp/control.hpp"
#include "bp/weights.hpp"
#include "data/training/dataset.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "schedule/performer.hpp"
#include "schedule/schedule.hpp"

namespace uneven::bp {

/// Numbers of a training that there are for each weight.
enum class Kept { weights, velocity };

/// The state of one rank while the ranks of a team follow one plan. Plans of one hidden layer and of several have each
/// a phase of their own.
template <class Real>
class Phase {
 public:
  using Number = Real;

  /// @param made  the plan, in which every processor has work. @param schedule  of an iteration of this rank.
  /// @param options  must outlive this.
  Phase(std::unique_ptr<Team> ranks, std::shared_ptr<const document::Partition> followed,
        std::shared_ptr<const schedule::Schedule> own, const document::BpOptions& all)
      : team(std::move(ranks)),
        made(std::move(followed)),
        options(all),
        schedule(std::move(own)),
        control(team->transport(), *schedule, options) {}
  virtual ~Phase() = default;

  /// From here on iterations compute. @param read  reads the samples of a range; to train on batches, all of them.
  virtual void compute_on(const std::function<data::Samples<Real>(document::Range)>& read) = 0;
  /// The first weights, of the seed.
  virtual void initialise() = 0;
  /// Takes the samples of iteration `t`, from 0, where batches are trained on.
  virtual void load_batch(std::int64_t t) = 0;
  /// Frees the samples and the weights.
  virtual void forget_data() = 0;

  /// One iteration: the gradient, then the update of the weights. Collective.
  /// @param agree  called at the end of the iteration with this rank's part of the error.
  virtual void iterate(Real rate, Real momentum, const std::function<void(double error)>& agree) = 0;
  virtual const schedule::Times& times() const = 0;

  /// Whether iterations compute, or are declared only, in a simulation.
  virtual bool computes() const = 0;
  virtual bool finite() const = 0;
  /// Whether inputs are lists of ones.
  virtual bool sparse() const = 0;
  /// Works of the ranks in an iteration, see works_of().
  virtual std::vector<double> works() const = 0;

  /// The whole at the root; elsewhere, and where nothing is computed, empty. Collective.
  virtual Whole<Real> gather(Kept what) = 0;
  /// Takes this rank's part of the whole.
  virtual void take(Kept what, const Whole<Real>& whole) = 0;

  bool root() const { return team->rank() == 0; }

  const std::unique_ptr<Team> team;
  const std::shared_ptr<const document::Partition> made;
  const document::BpOptions& options;
  const std::shared_ptr<const schedule::Schedule> schedule;
  Control control;
};

}  // namespace uneven::bp
