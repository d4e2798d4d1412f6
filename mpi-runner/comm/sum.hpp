#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "collective/allreduce.hpp"
#include "comm/communicator.hpp"
#include "document/partition.hpp"
#include "simulate/replay.hpp"

namespace uneven::comm {

/// Ranks that sum vectors, again and again, from the point of view of one of them.
struct SumGroup {
  std::vector<int> members;  ///< ranks, in the same order at each
  int me = 0;                ///< position of the caller in it
  collective::Collective collective = collective::Collective::tree;
  collective::Neighbours tree;  ///< positions; for Collective::tree

  /// What the caller does to sum `count` elements, in messages that leave in one piece.
  std::vector<collective::Round> rounds(std::int64_t count, std::size_t element_bytes) const {
    return collective::allreduce_schedule(collective, me, static_cast<int>(members.size()), count, tree,
                                          simulate::segment_bytes / static_cast<std::int64_t>(element_bytes));
  }
};

/// @param rank   the caller, one of the members.
/// @param times  that the tree is made for; absent: a binomial one.
/// Cost: O(k log k).
SumGroup sum_group(const std::vector<int>& members, int rank, collective::Collective collective,
                   const std::optional<document::TreeTimes>& times = {});

using collective::Message;
using collective::Round;

/// A sum over some ranks of a communicator that travels while its owner computes.
///
/// Owns no data: `data` must stay until done. Two sums under way between the same ranks need different tags.
/// Memory: all vectors that a member adds at a time, (k - 1) count elements at the first of k members if linear.
template <class Real>
class Sum {
 public:
  /// @param group  whose members are ranks of `comm`.
  Sum(const Communicator& comm, const SumGroup& group, Real* data, std::int64_t count, int tag);
  Sum(const Sum&) = delete;
  Sum(Sum&&) = delete;
  ~Sum();

  /// Moves on as far as possible without waiting. @return whether the sum is complete.
  bool progress();
  bool complete() const { return round_ == rounds_.size(); }

  /// Moves several sums on after a single look at the network, since every look costs system calls.
  /// @return whether one of them has begun another round, which may be worth another look.
  static bool progress(std::span<Sum* const> sums);

 private:
  bool go_on();

  void start_adding();
  void start_round();
  void receive(std::size_t round, const Message& message, Real* target);
  void finish_round();

  MPI_Comm comm_;
  std::vector<int> members_;
  Real* data_;
  int tag_;
  std::vector<Round> rounds_;
  std::size_t round_ = 0;
  std::unique_ptr<Real[]> received_;                ///< what rounds that add receive, one after the other
  const Real* next_ = nullptr;                      ///< in `received_`: to be added next
  std::vector<std::vector<MPI_Request>> requests_;  ///< by round
};

extern template class Sum<float>;
extern template class Sum<double>;

}  // namespace uneven::comm
