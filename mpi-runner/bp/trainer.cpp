#include "bp/trainer.hpp"

#include <algorithm>
#include <iterator>

#include "partition/predict/sums.hpp"

namespace uneven::bp {

namespace {

/// Tags: column sums first, one per slot; then those of communication groups, one per slice.
int column_tag(int slot) { return slot; }
int group_tag(int slice) { return partition::chunks_in_flight + slice; }

/// Of those under way: a look costs as much as what it asks about, and all members finish slices in the same order.
constexpr std::size_t slices_at_a_look = 64;

template <class Real>
std::int64_t chunk_of(const Part& part, std::int64_t outputs) {
  return std::min(part.samples.count,
                  partition::chunk_samples(part.tallest, outputs, part.column.size(), sizeof(Real)));
}

}  // namespace

template <class Real>
Trainer<Real>::Trainer(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Part& part,
                       const perceptron::Samples<Real>& samples, const Sums& sums, std::function<void()> meanwhile)
    : comm_(comm),
      wait_policy_(wait_policy),
      part_(part),
      column_(comm::sum_group(part.column, comm.rank(), sums.collective, sums.column)),
      meanwhile_(std::move(meanwhile)),
      block_(samples, part.hidden.count, chunk_of<Real>(part, samples.outputs),
             part.column.size() > 1 ? partition::chunks_in_flight : 1),
      column_sums_(static_cast<std::size_t>(block_.depth())),
      velocity_(static_cast<std::size_t>(block_.rows() * block_.stride())) {
  for (const GroupPart& group : part.groups)
    groups_.push_back({group, comm::sum_group(group.members, comm.rank(), sums.collective, sums.group),
                       std::vector<Real>(static_cast<std::size_t>(samples.outputs * group.hidden.count)),
                       std::vector<Real>(static_cast<std::size_t>(samples.inputs * group.hidden.count))});
}

template <class Real>
double Trainer<Real>::iterate(Real rate, Real momentum) {
  double error = 0;
  clock_ = comm::Clock();
  block_.start_iteration();
  meanwhile_();
  partition::through_chunks(
      block_.chunks(), block_.depth(), [&](std::int64_t c) { forward(c); },
      [&](std::int64_t c) { error += backward(c); });
  for (const auto& sum : group_sums_) finish(*sum);
  for (GroupSum& group : groups_) {
    copy_rows(block_.rows() - block_.samples().outputs, block_.samples().outputs, group.part.hidden,
              group.outputs.data(), false);
    copy_rows(0, block_.samples().inputs, group.part.hidden, group.inputs.data(), false);
  }
  group_sums_.clear();
  clock_.charge(times_.communicate_s);
  apply_momentum(momentum);
  finite_ = block_.update(rate);
  clock_.charge(times_.compute_s);
  return part_.top() ? error : 0;
}

template <class Real>
void Trainer<Real>::forward(std::int64_t c) {
  const int slot = static_cast<int>(c % block_.depth());
  block_.forward(c, slot);
  clock_.charge(times_.compute_s);
  push_along();
  column_sums_[static_cast<std::size_t>(slot)] = std::make_unique<comm::Sum<Real>>(
      comm_, column_, block_.partial(slot), block_.sample_count(c) * block_.samples().outputs, column_tag(slot));
  clock_.charge(times_.communicate_s);
}

template <class Real>
double Trainer<Real>::backward(std::int64_t c) {
  const int slot = static_cast<int>(c % block_.depth());
  finish(*column_sums_[static_cast<std::size_t>(slot)]);
  const double error = block_.output_error(c, slot);
  block_.accumulate_output_gradient(c, slot);
  clock_.charge(times_.compute_s);
  const bool last = c + 1 == block_.chunks();
  if (last)
    for (GroupSum& group : groups_) {
      copy_rows(block_.samples().inputs, block_.samples().outputs, group.part.hidden, group.outputs.data(), true);
      start(group, false);
    }
  push_along();
  clock_.charge(times_.communicate_s);
  block_.hidden_error(c, slot);
  if (!last || groups_.empty()) block_.accumulate_input_gradient(c, slot);
  clock_.charge(times_.compute_s);
  if (last) sum_groups(c);
  return error;
}

/// Finishes dW group by group, so that the first groups' sums travel while the others are computed.
template <class Real>
void Trainer<Real>::sum_groups(std::int64_t last_chunk) {
  const int slot = static_cast<int>(last_chunk % block_.depth());
  for (GroupSum& group : groups_) {
    const document::Range& hidden = group.part.hidden;
    block_.accumulate_input_gradient(last_chunk, slot, hidden.first, hidden.count);
    clock_.charge(times_.compute_s);
    copy_rows(0, block_.samples().inputs, hidden, group.inputs.data(), true);
    start(group, true);
    push_along();
    clock_.charge(times_.communicate_s);
  }
}

template <class Real>
void Trainer<Real>::start(GroupSum& group, bool inputs) {
  auto& packed = inputs ? group.inputs : group.outputs;
  for (const partition::Slice& slice : inputs ? group.part.slices.inputs : group.part.slices.outputs)
    group_sums_.push_back(std::make_unique<comm::Sum<Real>>(comm_, group.sum, packed.data() + slice.first, slice.count,
                                                            group_tag(slice.number)));
}

template <class Real>
void Trainer<Real>::finish(comm::Sum<Real>& sum) {
  clock_.charge(times_.communicate_s);
  wait_policy_.wait_until([&] {
    while (!sum.complete() && push_along()) continue;
    if (!sum.complete()) meanwhile_();
    return sum.complete();
  });
  clock_.charge(times_.wait_s);
}

/// Moves sums under way: MPI does little for those that nobody asks about.
template <class Real>
bool Trainer<Real>::push_along() {
  std::vector<comm::Sum<Real>*> under_way;
  for (const auto& sum : column_sums_)
    if (sum && !sum->complete()) under_way.push_back(sum.get());
  const std::size_t most = under_way.size() + slices_at_a_look;
  for (std::size_t i = 0; i < group_sums_.size() && under_way.size() < most; ++i)
    if (!group_sums_[i]->complete()) under_way.push_back(group_sums_[i].get());
  return !under_way.empty() && comm::Sum<Real>::progress(under_way);
}

/// Copies some rows of the gradient, restricted to some hidden units, to or from a packed matrix.
template <class Real>
void Trainer<Real>::copy_rows(std::int64_t first_row, std::int64_t rows, const document::Range& hidden, Real* packed,
                              bool pack) {
  for (std::int64_t row = 0; row < rows; ++row, packed += hidden.count) {
    Real* place = block_.gradient() + (first_row + row) * block_.stride() + hidden.first;
    if (pack)
      std::copy_n(place, hidden.count, packed);
    else
      std::copy_n(packed, hidden.count, place);
  }
}

template <class Real>
void Trainer<Real>::apply_momentum(Real momentum) {
  if (momentum == 0) return;
  Real* gradient = block_.gradient();
  for (std::size_t i = 0; i < velocity_.size(); ++i) velocity_[i] = gradient[i] += momentum * velocity_[i];
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace uneven::bp
