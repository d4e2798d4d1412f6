// SPDX-License-Identifier: MIT
#include "partition/chain/trainer.hpp"

#include <algorithm>
#include <span>

#include "partition/sums.hpp"
#include "perceptron/block.hpp"
#include "perceptron/kernels.hpp"

namespace uneven::partition {

namespace {

using document::Side;

/// C = A B of matrices with these strides, see perceptron::Product.
template <class Real>
void multiply(std::int64_t rows, std::int64_t columns, std::int64_t depth, const Real* a, std::int64_t a_row,
              std::int64_t a_depth, const Matrix<Real>& b, Matrix<Real>& c) {
  perceptron::kernels<Real>().product(
      {rows, columns, depth, a, a_row, a_depth, b.at(0), b.columns, c.at(0), c.columns, perceptron::Into::replace});
}

template <class Real>
Matrix<Real> transposed(const Matrix<Real>& matrix) {
  Matrix<Real> result(matrix.columns, matrix.rows);
  for (std::int64_t r = 0; r < matrix.rows; ++r)
    for (std::int64_t c = 0; c < matrix.columns; ++c) *result.at(c, r) = *matrix.at(r, c);
  return result;
}

document::Range overlap(const document::Range& a, const document::Range& b) {
  const std::int64_t first = std::max(a.first, b.first);
  return {first, std::max<std::int64_t>(0, std::min(a.end(), b.end()) - first)};
}

/// Of one step of a layer: the sum of a column, those of groups, and what moves.
enum ChainTag { tag_forward_sum, tag_backward_sum, tag_groups, tag_forward_move, tag_backward_move, chain_tags };

}  // namespace

template <class Real>
ChainTrainer<Real>::ChainTrainer(schedule::Transport& transport, const document::Partition& plan,
                                 std::int64_t processor)
    : transport_(transport), processor_(processor), outputs_(plan.network.outputs), layers_(plan.layers.size()) {
  std::vector<Shape> shapes;
  for (const document::Layer& layer : plan.layers) shapes.emplace_back(layer, plan.cluster.size());
  for (std::size_t j = 0; j < layers_.size(); ++j) {
    place(plan, j);
    if (j + 1 == layers_.size()) break;
    const std::int64_t units = plan.layers[j].outputs;
    const Placement above(shapes[j], units, plan.layers[j].cut == Side::inputs);
    const Placement below(shapes[j + 1], units, plan.layers[j + 1].cut == Side::outputs);
    forward_.push_back(step(above, below));
    backward_.push_back(step(below, above));
  }
}

template <class Real>
void ChainTrainer<Real>::place(const document::Partition& plan, std::size_t number) {
  Layer& layer = layers_[number];
  const document::Layer& planned = plan.layers[number];
  layer.cut = planned.cut;
  layer.all_inputs = planned.inputs;
  if (number > 0) layer.first_unit = layers_[number - 1].first_unit + plan.layers[number - 1].outputs;
  const auto mine = std::ranges::find(planned.rectangles, processor_, &document::LayerRectangle::processor);
  if (mine == planned.rectangles.end()) return;
  layer.works = true;
  layer.samples = mine->samples;
  layer.inputs = planned.cut == Side::inputs ? mine->hidden : document::Range{0, planned.inputs};
  layer.outputs = planned.cut == Side::outputs ? mine->hidden : document::Range{0, planned.outputs};
  layer.counts = planned.cut == Side::outputs || mine->hidden.first == 0;
  layer.weights = layer.gradient = Matrix<Real>(layer.inputs.count, layer.outputs.count);
  layer.values = layer.errors = Matrix<Real>(layer.samples.count, layer.inputs.count);
  layer.results = Matrix<Real>(layer.samples.count, layer.outputs.count);

  const document::Partition one = document::partition_of(plan, number);
  const PlanSums sums(one);
  const auto members_of = [&](const std::vector<std::int64_t>& processors) {
    return schedule::sum_group(sums.members(processors).ranks, static_cast<int>(processor_), plan.collective);
  };
  layer.column = members_of(planned.columns[static_cast<std::size_t>(mine->column)].processors);
  for (const document::Group& group : document::groups_of(one))
    if (group.processors.size() > 1 && std::ranges::count(group.processors, processor_) > 0)
      layer.groups.push_back(
          {{group.hidden.first - mine->hidden.first, group.hidden.count}, members_of(group.processors)});
}

template <class Real>
typename ChainTrainer<Real>::Step ChainTrainer<Real>::step(const Placement& from, const Placement& to) const {
  Step mine;
  for (const Delivery& delivery : deliveries(from, to)) {
    if (delivery.from == processor_) mine.sends.push_back(delivery);
    if (delivery.to == processor_) mine.receives.push_back(delivery);
  }
  return mine;
}

template <class Real>
void ChainTrainer<Real>::set_data(const Real* inputs, const Real* targets) {
  Matrix<Real>& values = layers_.front().values;
  if (layers_.front().works) std::copy_n(inputs, values.rows * values.columns, values.at(0));
  const Layer& last = layers_.back();
  if (!last.works) return;
  // Targets are whole rows, of which this processor has some outputs.
  const std::int64_t all = last.outputs.count;
  targets_ = Matrix<Real>(last.samples.count, all);
  for (std::int64_t s = 0; s < targets_.rows; ++s)
    std::copy_n(targets + s * outputs_ + last.outputs.first, all, targets_.at(s));
}

template <class Real>
void ChainTrainer<Real>::initialise(std::uint64_t seed) {
  for (Layer& layer : layers_) {
    if (!layer.works) continue;
    for (std::int64_t o = 0; o < layer.outputs.count; ++o) {
      const std::int64_t unit = layer.first_unit + layer.outputs.first + o;
      const std::vector<double> weights = perceptron::initial_weights(seed, unit, layer.all_inputs);
      for (std::int64_t i = 0; i < layer.inputs.count; ++i)
        *layer.weights.at(i, o) = static_cast<Real>(weights[static_cast<std::size_t>(layer.inputs.first + i)]);
    }
  }
}

template <class Real>
void ChainTrainer<Real>::sum(const schedule::SumGroup& members, Real* numbers, std::int64_t count, int tag) {
  if (members.members.size() < 2 || count == 0) return;
  schedule::RunningSum<Real> sum(transport_, members, numbers, count, tag);
  transport_.wait_until([&] {
    sum.progress();
    return sum.complete();
  });
}

template <class Real>
void ChainTrainer<Real>::move(const Step& step, const Matrix<Real>& from, const document::Range& from_samples,
                              const document::Range& from_units, Matrix<Real>& to, const document::Range& to_samples,
                              const document::Range& to_units, int tag) {
  const document::Range samples = overlap(from_samples, to_samples), units = overlap(from_units, to_units);
  if (units.count > 0)
    for (std::int64_t s = samples.first; s < samples.end(); ++s)
      std::copy_n(from.at(s - from_samples.first, units.first - from_units.first), units.count,
                  to.at(s - to_samples.first, units.first - to_units.first));
  std::vector<schedule::Request> requests;
  const auto memory = [](const Matrix<Real>& matrix, const Delivery& block, const document::Range& of_samples,
                         const document::Range& of_units) {
    const Real* first = matrix.at(block.samples.first - of_samples.first, block.units.first - of_units.first);
    return schedule::Memory{const_cast<Real*>(first), block.units.count, block.samples.count, matrix.columns,
                            sizeof(Real)};
  };
  for (const Delivery& block : step.receives)
    requests.push_back(transport_.receive(static_cast<int>(block.from), tag, memory(to, block, to_samples, to_units)));
  for (const Delivery& block : step.sends)
    requests.push_back(transport_.send(static_cast<int>(block.to), tag, memory(from, block, from_samples, from_units)));
  if (requests.empty()) return;
  transport_.wait_until([&] {
    transport_.test_requests(requests);
    return std::ranges::all_of(requests, [](schedule::Request r) { return r == schedule::no_request; });
  });
}

template <class Real>
void ChainTrainer<Real>::forward(Layer& layer, int tag) {
  if (!layer.works) return;
  Matrix<Real>& results = layer.results;
  multiply(results.rows, results.columns, layer.inputs.count, layer.values.at(0), layer.values.columns, std::int64_t{1},
           layer.weights, results);
  if (layer.cut == Side::inputs) sum(layer.column, results.at(0), results.rows * results.columns, tag);
}

template <class Real>
double ChainTrainer<Real>::output_error() {
  Layer& last = layers_.back();
  if (!last.works) return 0;
  const double error = perceptron::kernels<Real>().output_error(last.results.at(0), targets_.at(0),
                                                                last.results.rows * last.results.columns);
  return last.counts ? error : 0;
}

template <class Real>
void ChainTrainer<Real>::backward(Layer& layer, bool errors, int tag) {
  if (!layer.works) return;
  const Matrix<Real>& deltas = layer.results;
  multiply(layer.inputs.count, layer.outputs.count, layer.samples.count, layer.values.at(0), std::int64_t{1},
           layer.values.columns, deltas, layer.gradient);
  if (!errors) return;
  multiply(layer.samples.count, layer.inputs.count, layer.outputs.count, deltas.at(0), deltas.columns, std::int64_t{1},
           transposed(layer.weights), layer.errors);
  if (layer.cut == Side::outputs) sum(layer.column, layer.errors.at(0), layer.errors.rows * layer.errors.columns, tag);
}

template <class Real>
void ChainTrainer<Real>::sum_gradient(Layer& layer, const Group& group, int tag) {
  Matrix<Real>& gradient = layer.gradient;
  if (layer.cut == Side::inputs)
    return sum(group.members, gradient.at(group.units.first), group.units.count * gradient.columns, tag);
  Matrix<Real> packed(gradient.rows, group.units.count);
  for (std::int64_t r = 0; r < packed.rows; ++r)
    std::copy_n(gradient.at(r, group.units.first), packed.columns, packed.at(r));
  sum(group.members, packed.at(0), packed.rows * packed.columns, tag);
  for (std::int64_t r = 0; r < packed.rows; ++r)
    std::copy_n(packed.at(r), packed.columns, gradient.at(r, group.units.first));
}

template <class Real>
double ChainTrainer<Real>::iterate(Real rate) {
  const auto tag = [](std::size_t layer, ChainTag what) { return static_cast<int>(layer) * chain_tags + what; };
  const perceptron::Kernels<Real>& kernels = perceptron::kernels<Real>();
  for (std::size_t j = 0; j < layers_.size(); ++j) {
    Layer& lower = layers_[j];
    forward(lower, tag(j, tag_forward_sum));
    if (j + 1 == layers_.size()) break;
    Layer& upper = layers_[j + 1];
    kernels.sigmoid(lower.results.at(0), lower.results.rows * lower.results.columns);
    move(forward_[j], lower.results, lower.samples, lower.outputs, upper.values, upper.samples, upper.inputs,
         tag(j, tag_forward_move));
  }
  const double error = output_error();
  for (std::size_t j = layers_.size(); j-- > 0;) {
    Layer& upper = layers_[j];
    backward(upper, j > 0, tag(j, tag_backward_sum));
    if (j == 0) break;
    Layer& lower = layers_[j - 1];
    Matrix<Real> errors(lower.results.rows, lower.results.columns);
    move(backward_[j - 1], upper.errors, upper.samples, upper.inputs, errors, lower.samples, lower.outputs,
         tag(j - 1, tag_backward_move));
    for (std::int64_t i = 0; i < errors.rows * errors.columns; ++i) {
      Real& f = *(lower.results.at(0) + i);
      f = f * (1 - f) * *(errors.at(0) + i);
    }
  }
  for (std::size_t j = 0; j < layers_.size(); ++j) {
    Layer& layer = layers_[j];
    for (const Group& group : layer.groups) sum_gradient(layer, group, tag(j, tag_groups));
    kernels.update(layer.weights.at(0), layer.gradient.at(0), rate, layer.weights.rows * layer.weights.columns);
  }
  return error;
}

template class ChainTrainer<float>;
template class ChainTrainer<double>;

}  // namespace uneven::partition
