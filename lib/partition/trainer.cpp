// SPDX-License-Identifier: MIT
#include "partition/trainer.hpp"

#include <algorithm>
#include <utility>

namespace uneven::partition {

namespace {

template <class Real>
std::vector<std::vector<Real>> packed(const std::vector<document::Range>& groups, std::int64_t rows) {
  std::vector<std::vector<Real>> matrices;
  for (const document::Range& hidden : groups) matrices.emplace_back(static_cast<std::size_t>(rows * hidden.count));
  return matrices;
}

}  // namespace

template <class Real>
Trainer<Real>::Trainer(schedule::Transport& transport, const Part& part, const perceptron::Samples<Real>& samples,
                       std::function<void()> meanwhile, const perceptron::Units& units)
    : part_(part),
      meanwhile_(std::move(meanwhile)),
      block_(samples, part.hidden.count, part.chunk, part.in_flight, units),
      outputs_(packed<Real>(part.groups, samples.outputs)),
      inputs_(packed<Real>(part.groups, samples.inputs)),
      velocity_(static_cast<std::size_t>(block_.rows() * block_.stride())),
      performer_(part.schedule, transport, *this, buffers()) {}

/// The buffers of the sums, in the order that Part documents.
template <class Real>
std::vector<Real*> Trainer<Real>::buffers() {
  std::vector<Real*> all;
  for (int slot = 0; slot < part_.in_flight; ++slot) all.push_back(block_.partial(slot));
  all.resize(all.size() + 2 * part_.groups.size());
  for (std::size_t g = 0; g < part_.groups.size(); ++g) {
    all[static_cast<std::size_t>(buffer_of(part_, task_pack_outputs, g))] = outputs_[g].data();
    all[static_cast<std::size_t>(buffer_of(part_, task_pack_inputs, g))] = inputs_[g].data();
  }
  return all;
}

template <class Real>
void Trainer<Real>::iterate(Real rate, Real momentum, const std::function<void(double)>& agree) {
  rate_ = rate;
  momentum_ = momentum;
  error_ = 0;
  agree_ = &agree;
  performer_.perform();
}

template <class Real>
void Trainer<Real>::work(const schedule::Work& work) {
  const auto [name, chunk, group, account, empties] = work;
  const auto g = static_cast<std::size_t>(group);
  switch (name) {
    case task_begin:
      block_.start_iteration();
      return meanwhile_();
    case task_forward:
      return block_.forward(chunk, slot(chunk));
    case task_outputs:
      error_ += block_.output_error(chunk, slot(chunk));
      return block_.accumulate_output_gradient(chunk, slot(chunk));
    case task_pack_outputs:
      return copy_outputs(g, true);
    case task_hidden:
      return block_.hidden_error(chunk, slot(chunk));
    case task_inputs:
      if (group < 0) return block_.accumulate_input_gradient(chunk, slot(chunk));
      return block_.accumulate_input_gradient(chunk, slot(chunk), part_.groups[g].first, part_.groups[g].count);
    case task_pack_inputs:
      return copy_inputs(g, true);
    case task_unpack:
      return unpack();
    case task_update:
      return update();
  }
}

template <class Real>
void Trainer<Real>::agree(const schedule::Agree&) {
  (*agree_)(part_.hidden.first == 0 ? error_ : 0);
}

template <class Real>
void Trainer<Real>::unpack() {
  for (std::size_t g = 0; g < part_.groups.size(); ++g) {
    copy_outputs(g, false);
    copy_inputs(g, false);
  }
}

template <class Real>
void Trainer<Real>::copy_outputs(std::size_t group, bool pack) {
  copy_rows(block_.samples().inputs, part_.groups[group], outputs_[group], pack);
}

template <class Real>
void Trainer<Real>::copy_inputs(std::size_t group, bool pack) {
  copy_rows(0, part_.groups[group], inputs_[group], pack);
}

/// Copies rows of the gradient, restricted to some hidden units, to or from a packed matrix.
template <class Real>
void Trainer<Real>::copy_rows(std::int64_t first_row, const document::Range& hidden, std::vector<Real>& packed,
                              bool pack) {
  Real* place = block_.gradient() + first_row * block_.stride() + hidden.first;
  Real* const end = packed.data() + packed.size();
  for (Real* row = packed.data(); row < end; row += hidden.count, place += block_.stride()) {
    if (pack)
      std::copy_n(place, hidden.count, row);
    else
      std::copy_n(row, hidden.count, place);
  }
}

template <class Real>
void Trainer<Real>::update() {
  if (momentum_ != 0) perceptron::add_momentum(block_.gradient(), velocity_.data(), momentum_, std::ssize(velocity_));
  finite_ = block_.update(rate_);
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace uneven::partition
