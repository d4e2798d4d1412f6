// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bp/control.hpp"
#include "bp/training_data.hpp"
#include "bp/weights.hpp"
#include "data/training/dataset.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// The rule of early stopping. A loss is better if it is lower by more than a millionth part, so that rounding decides
/// nothing.
/// @return  place of the best of the losses; -1: there is none.
std::int64_t best_of(const std::vector<double>& losses);

/// Whether the last `patience` losses were no better than one before them.
bool is_late(const std::vector<double>& losses, std::int64_t patience);

/// Held-out samples, the network's losses on them at intervals, and the best weights.
template <class Real>
class ValidationOf {
 public:
  /// @param sizes  of the layers. @param epoch  iterations. All references must outlive this.
  ValidationOf(const document::BpOptions& options, const std::vector<std::int64_t>& sizes, const Inputs& inputs,
               std::int64_t epoch);

  /// Whether a loss is due after `done` iterations.
  bool due(std::int64_t done) const { return done % every_ == 0; }

  /// Computes the loss per sample, each rank on its share of the samples, and keeps the weights if they are the best.
  /// Collective. @param works  of the team's ranks, which have shares in proportion. @param weights  at rank 0.
  void look(Team& team, const std::vector<double>& works, Whole<Real> weights);

  /// Goes on from a state. @param losses, best  as at the end of look().
  void resume(std::vector<double> losses, Whole<Real> best);

  const std::vector<double>& losses() const { return losses_; }
  const Whole<Real>& best() const { return best_; }  ///< weights, at every rank; empty before the first look
  std::int64_t best_iteration() const { return (best_of(losses_) + 1) * every_; }

 private:
  const document::BpOptions& options_;
  const std::vector<std::int64_t>& sizes_;
  const Inputs& inputs_;
  std::int64_t every_;
  data::DatasetOptions how_;
  std::int64_t all_ = 0;  ///< samples
  document::Range own_{0, 0};
  data::Samples<Real> samples_;  ///< of own_
  std::vector<double> losses_;
  Whole<Real> best_;
};

extern template class ValidationOf<float>;
extern template class ValidationOf<double>;

}  // namespace uneven::bp
