// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "bp/batches.hpp"
#include "bp/network.hpp"
#include "bp/phase.hpp"
#include "partition/chain/trainer.hpp"

namespace uneven::bp {

/// A phase with a plan of several hidden layers. A processor may have a part of some layers only.
template <class Real>
class ChainPhase : public Phase<Real> {
 public:
  static std::unique_ptr<ChainPhase> make(std::unique_ptr<Team> team, std::shared_ptr<const document::Partition> made,
                                          const document::BpOptions& options);
  ChainPhase(std::unique_ptr<Team> team, std::shared_ptr<const document::Partition> made,
             std::shared_ptr<const partition::ChainPart> part, const document::BpOptions& options);

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
  bool sparse() const override { return false; }
  std::vector<double> works() const override { return works_of(*this->made); }
  Whole<Real> gather(Kept what) override;
  void take(Kept what, const Whole<Real>& whole) override;

 private:
  void set(const std::function<data::Samples<Real>(document::Range)>& samples_of);
  Piece<Real> piece(std::size_t layer, const document::LayerRectangle& r, Kept what);

  std::shared_ptr<const partition::ChainPart> part_;
  std::vector<std::int64_t> first_;  ///< of each layer, in the whole
  std::unique_ptr<Batches<Real>> batches_;
  std::unique_ptr<partition::ChainTrainer<Real>> trainer_;
};

extern template class ChainPhase<float>;
extern template class ChainPhase<double>;

}  // namespace uneven::bp
