// SPDX-License-Identifier: MIT
#include "partition/chain/trainer.hpp"

#include <algorithm>
#include <utility>

#include "perceptron/block.hpp"
#include "perceptron/kernels.hpp"

namespace uneven::partition {

namespace {

using perceptron::As;

/// Samples and units of a matrix.
struct Place {
  document::Range samples, units;
};

/// Copies what two matrices have in common.
template <class Real>
void copy_common(const Matrix<Real>& from, const Place& source, Matrix<Real>& to, const Place& target) {
  const std::int64_t first = std::max(source.units.first, target.units.first);
  const std::int64_t count = std::min(source.units.end(), target.units.end()) - first;
  if (count <= 0) return;
  const std::int64_t end = std::min(source.samples.end(), target.samples.end());
  for (std::int64_t s = std::max(source.samples.first, target.samples.first); s < end; ++s)
    std::copy_n(from.at(s - source.samples.first, first - source.units.first), count,
                to.at(s - target.samples.first, first - target.units.first));
}

}  // namespace

template <class Real>
ChainTrainer<Real>::ChainTrainer(schedule::Transport& transport, const ChainPart& part, const perceptron::Units& units,
                                 std::function<void()> meanwhile)
    : part_(part),
      units_(units),
      meanwhile_(std::move(meanwhile)),
      layers_(part.layers.size()),
      performer_(part.schedule, transport, *this, buffers()) {}

/// Makes the matrices. @return  those of the sums, in the order that ChainPart says.
template <class Real>
std::vector<Real*> ChainTrainer<Real>::buffers() {
  for (std::size_t j = 0; j < layers_.size(); ++j) {
    const ChainPart::Layer& part = part_.layers[j];
    Layer& layer = layers_[j];
    layer.weights = layer.gradient = layer.velocity = Matrix<Real>(part.rows(), part.outputs.count);
    layer.values = Matrix<Real>(part.samples.count, part.rows());
    for (std::int64_t s = 0; part.bias && s < part.samples.count; ++s) *layer.values.at(s, part.inputs.count) = 1;
    layer.errors = Matrix<Real>(part.samples.count, part.inputs.count);
    layer.results = layer.slopes = layer.received_errors = Matrix<Real>(part.samples.count, part.outputs.count);
    for (const document::Range& group : part.groups)
      layer.packed.push_back(part.cut == document::Side::inputs ? Matrix<Real>(group.count, part.outputs.count)
                                                                : Matrix<Real>(part.rows(), group.count));
  }
  if (part_.joins_outputs) all_outputs_ = Matrix<Real>(target_samples().count, part_.all_outputs);
  std::vector<Real*> all(static_cast<std::size_t>(part_.buffers()));
  for (int buffer = 0; buffer < std::ssize(all); ++buffer) all[static_cast<std::size_t>(buffer)] = matrix(buffer).at(0);
  return all;
}

template <class Real>
Matrix<Real>& ChainTrainer<Real>::matrix(int buffer) {
  const int of_layers = static_cast<int>(layers_.size()) * chain_buffers;
  if (buffer < of_layers) {
    Layer& layer = layers_[static_cast<std::size_t>(buffer / chain_buffers)];
    switch (buffer % chain_buffers) {
      case chain_results:
        return layer.results;
      case chain_errors_of_inputs:
        return layer.errors;
      case chain_values:
        return layer.values;
      case chain_received_errors:
        return layer.received_errors;
      default:
        return all_outputs_;
    }
  }
  auto group = static_cast<std::size_t>(buffer - of_layers);
  std::size_t j = 0;
  for (; group >= layers_[j].packed.size(); ++j) group -= layers_[j].packed.size();
  return layers_[j].packed[group];
}

template <class Real>
schedule::Memory ChainTrainer<Real>::memory(const schedule::Message& message) {
  Matrix<Real>& block = matrix(message.buffer);
  return {block.at(message.rows.first, message.columns.first), message.columns.count, message.rows.count, block.columns,
          sizeof(Real)};
}

template <class Real>
void ChainTrainer<Real>::set_data(const Real* inputs, const Real* targets, std::int64_t outputs) {
  std::copy_n(inputs, layers_.front().values.size(), layers_.front().values.at(0));
  const document::Range units = part_.joins_outputs ? document::Range{0, outputs} : part_.layers.back().outputs;
  targets_ = Matrix<Real>(target_samples().count, units.count);
  for (std::int64_t s = 0; s < targets_.rows; ++s)
    std::copy_n(targets + s * outputs + units.first, units.count, targets_.at(s));
}

template <class Real>
void ChainTrainer<Real>::initialise(std::uint64_t seed, const std::vector<double>& bounds) {
  for (std::size_t j = 0; j < layers_.size(); ++j) {
    const ChainPart::Layer& part = part_.layers[j];
    const double bound = bounds.empty() ? 0.3 : bounds[j];
    for (std::int64_t o = 0; o < part.outputs.count; ++o) {
      const std::int64_t unit = part.first_unit + part.outputs.first + o;
      const std::vector<double> weights = perceptron::initial_weights(seed, unit, part.all_inputs);
      for (std::int64_t i = 0; i < part.inputs.count; ++i)
        *layers_[j].weights.at(i, o) =
            static_cast<Real>(perceptron::within(weights[static_cast<std::size_t>(part.inputs.first + i)], bound));
    }
  }
}

template <class Real>
void ChainTrainer<Real>::iterate(Real rate, Real momentum, const std::function<void(double)>& agree) {
  meanwhile();
  rate_ = rate;
  momentum_ = momentum;
  error_ = 0;
  finite_ = true;
  agree_ = &agree;
  performer_.perform();
}

template <class Real>
void ChainTrainer<Real>::work(const schedule::Work& work) {
  const auto j = static_cast<std::size_t>(work.index);
  Layer& layer = layers_[j];
  switch (work.name) {
    case chain_product:
      return perceptron::multiply(layer.values, As::it_stands, layer.weights, As::it_stands, layer.results);
    case chain_activate:
      return perceptron::activate(units_.hidden, layer.results.at(0), layer.results.size());
    case chain_copy_values:
      return copy_values(j);
    case chain_place_outputs:
      return place_outputs();
    case chain_output_error:
      return output_error();
    case chain_gradient:
      return perceptron::multiply(layer.values, As::transposed, layer.slopes, As::it_stands, layer.gradient);
    case chain_errors:
      return perceptron::multiply(layer.slopes, As::it_stands, layer.weights, As::transposed, layer.errors);
    case chain_copy_errors:
      return copy_errors(j);
    case chain_slopes:
      return perceptron::multiply_by_slopes(units_.hidden, layer.results.at(0), layer.received_errors.at(0),
                                            layer.slopes.at(0), layer.slopes.size());
    case chain_pack:
      return copy_group(j, static_cast<std::size_t>(work.part), true);
    case chain_unpack:
      for (std::size_t g = 0; g < layer.packed.size(); ++g) copy_group(j, g, false);
      return;
    case chain_update:
      return update(layer);
  }
}

template <class Real>
void ChainTrainer<Real>::copy_values(std::size_t j) {
  const ChainPart::Layer &before = part_.layers[j - 1], &part = part_.layers[j];
  copy_common(layers_[j - 1].results, {before.samples, before.outputs}, layers_[j].values, {part.samples, part.inputs});
}

template <class Real>
void ChainTrainer<Real>::copy_errors(std::size_t j) {
  const ChainPart::Layer &behind = part_.layers[j + 1], &part = part_.layers[j];
  copy_common(layers_[j + 1].errors, {behind.samples, behind.inputs}, layers_[j].received_errors,
              {part.samples, part.outputs});
}

template <class Real>
void ChainTrainer<Real>::place_outputs() {
  const ChainPart::Layer& last = part_.layers.back();
  std::ranges::fill(all_outputs_.numbers, Real{0});
  copy_common(layers_.back().results, {last.samples, last.outputs}, all_outputs_,
              {last.samples, {0, all_outputs_.columns}});
}

template <class Real>
void ChainTrainer<Real>::output_error() {
  const ChainPart::Layer& part = part_.layers.back();
  Layer& last = layers_.back();
  Matrix<Real>& sums = part_.joins_outputs ? all_outputs_ : last.slopes;
  if (!part_.joins_outputs) last.slopes = last.results;
  const double error = perceptron::output_error(units_, sums.at(0), targets_.at(0), sums.rows, sums.columns);
  if (part_.joins_outputs)
    copy_common(sums, {part.samples, {0, sums.columns}}, last.slopes, {part.samples, part.outputs});
  if (part.counts) error_ = error;
}

template <class Real>
void ChainTrainer<Real>::update(Layer& layer) {
  const std::int64_t count = layer.weights.size();
  if (momentum_ != 0) perceptron::add_momentum(layer.gradient.at(0), layer.velocity.at(0), momentum_, count);
  if (!perceptron::kernels<Real>().update(layer.weights.at(0), layer.gradient.at(0), rate_, count)) finite_ = false;
}

/// Copies the rows or columns of a group from or to the gradient.
template <class Real>
void ChainTrainer<Real>::copy_group(std::size_t j, std::size_t group, bool pack) {
  Matrix<Real>&packed = layers_[j].packed[group], &gradient = layers_[j].gradient;
  const std::int64_t first = part_.layers[j].groups[group].first;
  const bool rows = part_.layers[j].cut == document::Side::inputs;
  for (std::int64_t r = 0; r < packed.rows; ++r) {
    Real* place = rows ? gradient.at(first + r) : gradient.at(r, first);
    if (pack)
      std::copy_n(place, packed.columns, packed.at(r));
    else
      std::copy_n(packed.at(r), packed.columns, place);
  }
}

template class ChainTrainer<float>;
template class ChainTrainer<double>;

}  // namespace uneven::partition
