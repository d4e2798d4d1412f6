#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "bp/part.hpp"
#include "comm/clock.hpp"
#include "comm/sum.hpp"
#include "comm/wait.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

/// One processor's share of full-batch back-propagation (Ozawa 2004, eq. 1-8) on its rectangle.
///
/// Partial outputs are summed over the column chunk by chunk while the next chunks are computed; dV is summed over
/// each communication group while dW is computed.
template <class Real>
class Trainer {
 public:
  /// @param comm     rank = processor of the plan.
  /// @param samples    those of `part`; must outlive the trainer.
  /// @param meanwhile  called at the start of an iteration and while it waits, to move other messages on.
  Trainer(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Part& part,
          const perceptron::Samples<Real>& samples, const Sums& sums, std::function<void()> meanwhile);

  /// One iteration: gradient over all samples, then the update of the block's weights.
  /// @return  half the summed squares of this column's samples before the update; 0 but in the column's top processor.
  double iterate(Real rate, Real momentum);

  perceptron::Block<Real>& block() { return block_; }
  /// What momentum remembers, in the block's layout; zero at first.
  Real* velocity() { return velocity_.data(); }
  /// Whether all weights of the block are finite after the last iteration.
  bool finite() const { return finite_; }
  const comm::Times& times() const { return times_; }

 private:
  struct GroupSum {
    GroupPart part;
    comm::SumGroup sum;
    std::vector<Real> outputs, inputs;  ///< packed dV and dW of the group's hidden units
  };

  void forward(std::int64_t c);
  double backward(std::int64_t c);
  void sum_groups(std::int64_t last_chunk);
  void start(GroupSum& group, bool inputs);
  void finish(comm::Sum<Real>& sum);
  void copy_rows(std::int64_t first_row, std::int64_t rows, const document::Range& hidden, Real* packed, bool pack);
  bool push_along();
  void apply_momentum(Real momentum);

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  Part part_;
  comm::SumGroup column_;
  std::function<void()> meanwhile_;
  perceptron::Block<Real> block_;
  std::vector<GroupSum> groups_;
  std::vector<std::unique_ptr<comm::Sum<Real>>> column_sums_;  ///< by slot
  std::vector<std::unique_ptr<comm::Sum<Real>>> group_sums_;
  std::vector<Real> velocity_;
  bool finite_ = true;
  comm::Clock clock_;
  comm::Times times_;
};

extern template class Trainer<float>;
extern template class Trainer<double>;

}  // namespace uneven::bp
