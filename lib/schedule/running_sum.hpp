// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "schedule/schedule.hpp"
#include "schedule/transport.hpp"

namespace uneven::schedule {

/// A sum over some ranks that travels while its owner computes.
///
/// Owns no data: `data` must stay until done. Two sums under way between the same ranks need different tags.
/// Memory: all vectors that a member adds at a time, (k - 1) count elements at the first of k members if linear.
template <class Real>
class RunningSum {
 public:
  /// @param group  must outlive the sum.
  /// @param data   null: nothing is added; messages have their length only.
  RunningSum(Transport& transport, const SumGroup& group, Real* data, std::int64_t count, int tag);
  RunningSum(const RunningSum&) = delete;
  RunningSum(RunningSum&&) = delete;
  ~RunningSum();

  /// Moves on as far as possible without waiting. @return whether the sum is complete.
  bool progress();
  bool complete() const { return round_ == rounds_.size(); }

  /// Moves several sums of one transport on after a single look at the network, since every look costs system calls.
  /// @return whether one of them has begun another round, which may be worth another look.
  static bool progress(Transport& transport, std::span<RunningSum* const> sums);

 private:
  bool go_on();

  void start_adding();
  void start_round();
  void receive(std::size_t round, const collective::Message& message, Real* target);
  /// Where a message's numbers are in the vector; null without data.
  Real* part(const collective::Message& message) const { return data_ ? data_ + message.first : nullptr; }
  Memory memory(Real* numbers, const collective::Message& message) const;
  void finish_round();

  Transport& transport_;
  const SumGroup& group_;
  Real* data_;
  int tag_;
  std::vector<collective::Round> rounds_;
  std::size_t round_ = 0;
  std::unique_ptr<Real[]> received_;            ///< what rounds that add receive, one after the other
  const Real* next_ = nullptr;                  ///< in `received_`: to be added next
  std::vector<std::vector<Request>> requests_;  ///< by round
};

extern template class RunningSum<float>;
extern template class RunningSum<double>;
extern template class RunningSum<std::int64_t>;

}  // namespace uneven::schedule
