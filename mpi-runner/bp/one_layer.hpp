// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "bp/batches.hpp"
#include "bp/network.hpp"
#include "bp/phase.hpp"
#include "partition/schedule.hpp"
#include "partition/trainer.hpp"

namespace uneven::bp {

/// A phase with a plan of one hidden layer.
template <class Real>
class OneLayerPhase : public Phase<Real> {
 public:
  /// @param plan  of the network that is computed, see bp/network.hpp. @param part  of this rank.
  OneLayerPhase(std::unique_ptr<Team> team, std::shared_ptr<const document::Partition> made,
                std::shared_ptr<const document::Partition> plan, std::shared_ptr<const partition::Part> part,
                const document::BpOptions& options);

  /// Makes them.
  static std::unique_ptr<OneLayerPhase> make(std::unique_ptr<Team> team,
                                             std::shared_ptr<const document::Partition> made,
                                             const document::BpOptions& options);

  void compute_on(const std::function<data::Samples<Real>(document::Range)>& read) override;
  void initialise() override;
  void load_batch(std::int64_t t) override;
  void forget_data() override;
  void iterate(Real rate, Real momentum, const std::function<void(double error)>& agree) override {
    trainer_->iterate(rate, momentum, agree);
  }
  const schedule::Times& times() const override { return trainer_->times(); }
  bool computes() const override { return trainer_ != nullptr; }
  bool finite() const override { return !trainer_ || trainer_->finite(); }
  bool sparse() const override { return samples_.sparse; }
  std::vector<double> works() const override { return works_of(*plan_); }
  Whole<Real> gather(Kept what) override;
  void take(Kept what, const Whole<Real>& whole) override;

 private:
  std::vector<Piece<Real>> pieces(Kept what);

  std::shared_ptr<const document::Partition> plan_;
  std::shared_ptr<const partition::Part> part_;
  data::Samples<Real> samples_;  ///< of the part
  std::unique_ptr<Batches<Real>> batches_;
  std::unique_ptr<partition::Trainer<Real>> trainer_;
};

extern template class OneLayerPhase<float>;
extern template class OneLayerPhase<double>;

}  // namespace uneven::bp
