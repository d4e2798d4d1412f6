// SPDX-License-Identifier: MIT
#include "bp/chain.hpp"

#include <algorithm>
#include <utility>

namespace uneven::bp {

using document::Side;

template <class Real>
std::unique_ptr<ChainPhase<Real>> ChainPhase<Real>::make(std::unique_ptr<Team> team,
                                                         std::shared_ptr<const document::Partition> made,
                                                         const document::BpOptions& options) {
  auto part = std::make_shared<const partition::ChainPart>(
      partition::chain_part(*made, team->rank(), sizeof(Real), options.network));
  return std::make_unique<ChainPhase>(std::move(team), std::move(made), std::move(part), options);
}

template <class Real>
ChainPhase<Real>::ChainPhase(std::unique_ptr<Team> team, std::shared_ptr<const document::Partition> made,
                             std::shared_ptr<const partition::ChainPart> part, const document::BpOptions& options)
    : Phase<Real>(std::move(team), std::move(made), std::shared_ptr<const schedule::Schedule>(part, &part->schedule),
                  options),
      part_(std::move(part)) {
  std::int64_t next = 0;
  for (const document::Layer& layer : this->made->layers) {
    first_.push_back(next);
    next += (layer.inputs + options.network.bias) * layer.outputs;
  }
}

template <class Real>
void ChainPhase<Real>::compute_on(const std::function<data::Samples<Real>(document::Range)>& read) {
  trainer_ = std::make_unique<partition::ChainTrainer<Real>>(
      this->team->transport(), *part_, units_of(this->options.network), [this] { this->control.push_along(); });
  const bool needs = trainer_->input_samples().count > 0 || trainer_->target_samples().count > 0;
  if (needs && this->options.batch)
    batches_ = std::make_unique<Batches<Real>>(read({}), *this->options.batch, this->options.seed);
  else if (needs)
    set(read);
}

/// Takes the inputs and the targets that this rank needs.
template <class Real>
void ChainPhase<Real>::set(const std::function<data::Samples<Real>(document::Range)>& samples_of) {
  const document::Range inputs = trainer_->input_samples(), targets = trainer_->target_samples();
  data::Samples<Real> first, last;
  if (inputs.count > 0) first = samples_of(inputs);
  if (first.sparse) data::make_dense(first);
  const bool same = inputs.first == targets.first && inputs.count == targets.count;
  if (targets.count > 0 && !same) last = samples_of(targets);
  trainer_->set_data(first.dense.data(), (same ? first : last).targets.data(), this->made->network.outputs);
}

template <class Real>
void ChainPhase<Real>::initialise() {
  trainer_->initialise(this->options.seed, bounds_of(this->options.network, document::units_of(*this->made)));
}

template <class Real>
void ChainPhase<Real>::load_batch(std::int64_t t) {
  if (!batches_) return;
  set([&](document::Range places) {
    data::Samples<Real> samples;
    batches_->load(t, places, samples);
    return samples;
  });
}

template <class Real>
void ChainPhase<Real>::forget_data() {
  trainer_.reset();
  batches_.reset();
}

/// The weights of a rectangle.
template <class Real>
Piece<Real> ChainPhase<Real>::piece(std::size_t j, const document::LayerRectangle& r, Kept what) {
  const document::Layer& layer = this->made->layers[j];
  const bool by_inputs = layer.cut == Side::inputs, bias = this->options.network.bias;
  const document::Range inputs = by_inputs ? r.hidden : document::Range{0, layer.inputs};
  const document::Range outputs = by_inputs ? document::Range{0, layer.outputs} : r.hidden;
  Piece<Real> piece{.owner = static_cast<int>(r.processor),
                    .rows = inputs.count + (bias && inputs.end() == layer.inputs),
                    .columns = outputs.count,
                    .first = first_[j] + inputs.first * layer.outputs + outputs.first,
                    .stride = layer.outputs};
  piece.own_stride = piece.columns;
  if (piece.owner != this->team->rank() || !trainer_) return piece;
  auto& own = what == Kept::weights ? trainer_->weights(j) : trainer_->velocity(j);
  piece.own = own.at(0);
  return piece;
}

template <class Real>
Whole<Real> ChainPhase<Real>::gather(Kept what) {
  std::vector<Piece<Real>> pieces;  // the first column of a layer has every weight once
  for (std::size_t j = 0; j < part_->layers.size(); ++j)
    for (const document::LayerRectangle& r : this->made->layers[j].rectangles)
      if (r.column == 0) pieces.push_back(piece(j, r, what));
  const bool bias = this->options.network.bias;
  return bp::gather(*this->team, trainer_ ? numbers_of(document::units_of(*this->made), bias) : 0, pieces);
}

template <class Real>
void ChainPhase<Real>::take(Kept what, const Whole<Real>& whole) {
  for (std::size_t j = 0; j < part_->layers.size(); ++j)
    for (const document::LayerRectangle& r : this->made->layers[j].rectangles)
      if (static_cast<int>(r.processor) == this->team->rank()) bp::take(whole, piece(j, r, what));
}

template class ChainPhase<float>;
template class ChainPhase<double>;

}  // namespace uneven::bp
