// SPDX-License-Identifier: MIT
#include "bp/one_layer.hpp"

#include <algorithm>
#include <utility>

#include "bp/training_data.hpp"

namespace uneven::bp {

template <class Real>
OneLayerPhase<Real>::OneLayerPhase(std::unique_ptr<Team> team, std::shared_ptr<const document::Partition> made,
                                   std::shared_ptr<const document::Partition> plan,
                                   std::shared_ptr<const partition::Part> part, const document::BpOptions& options)
    : Phase<Real>(std::move(team), std::move(made), std::shared_ptr<const schedule::Schedule>(part, &part->schedule),
                  options),
      plan_(std::move(plan)),
      part_(std::move(part)) {}

template <class Real>
std::unique_ptr<OneLayerPhase<Real>> OneLayerPhase<Real>::make(std::unique_ptr<Team> team,
                                                               std::shared_ptr<const document::Partition> made,
                                                               const document::BpOptions& options) {
  const auto used = options.network.bias ? std::make_shared<const document::Partition>(with_bias(*made)) : made;
  auto part = std::make_shared<const partition::Part>(partition::schedule(*used, team->rank(), sizeof(Real)));
  return std::make_unique<OneLayerPhase>(std::move(team), std::move(made), used, std::move(part), options);
}

template <class Real>
void OneLayerPhase<Real>::compute_on(const std::function<data::Samples<Real>(document::Range)>& read) {
  samples_ = read(part_->samples);
  if (this->options.batch) {
    batches_ = std::make_unique<Batches<Real>>(std::move(samples_), *this->options.batch, this->options.seed);
    samples_ = {};
    batches_->load(0, part_->samples, samples_);
  }
  trainer_ = std::make_unique<partition::Trainer<Real>>(
      this->team->transport(), *part_, view(samples_), [this] { this->control.push_along(); },
      units_of(this->options.network, plan_->network, part_->hidden));
}

template <class Real>
void OneLayerPhase<Real>::initialise() {
  const std::vector<double> bounds = bounds_of(this->options.network, document::units_of(*this->made));
  trainer_->block().initialise(this->options.seed, part_->hidden.first, {bounds[0], bounds[1]});
}

template <class Real>
void OneLayerPhase<Real>::load_batch(std::int64_t t) {
  if (!batches_) return;
  batches_->load(t, part_->samples, samples_);
  trainer_->block().replace_samples(view(samples_));
}

template <class Real>
void OneLayerPhase<Real>::forget_data() {
  trainer_.reset();
  batches_.reset();
  samples_ = {};
}

/// The blocks of the first column, which hold every hidden unit once, and then this rank's own.
template <class Real>
std::vector<Piece<Real>> OneLayerPhase<Real>::pieces(Kept what) {
  const std::int64_t rows = plan_->network.inputs + plan_->network.outputs;
  Piece<Real> own{.owner = this->team->rank(), .rows = rows, .stride = plan_->network.hidden};
  own.own_stride = trainer_ ? trainer_->block().stride() : part_->hidden.count;
  if (trainer_) own.own = what == Kept::weights ? trainer_->block().weights() : trainer_->velocity();
  std::vector<Piece<Real>> all;
  const auto add = [&](int owner, document::Range hidden) {
    all.push_back(own);
    all.back().owner = owner;
    all.back().columns = hidden.count;
    all.back().first = hidden.first;
  };
  for (const document::Rectangle& r : plan_->rectangles)
    if (r.column == 0) add(static_cast<int>(r.processor), r.hidden);
  add(own.owner, part_->hidden);
  return all;
}

template <class Real>
Whole<Real> OneLayerPhase<Real>::gather(Kept what) {
  auto all = pieces(what);
  all.pop_back();
  const bool bias = this->options.network.bias;
  return bp::gather(*this->team, trainer_ ? numbers_of(document::units_of(*this->made), bias) : 0, all);
}

template <class Real>
void OneLayerPhase<Real>::take(Kept what, const Whole<Real>& whole) {
  bp::take(whole, pieces(what).back());
}

template class OneLayerPhase<float>;
template class OneLayerPhase<double>;

}  // namespace uneven::bp
