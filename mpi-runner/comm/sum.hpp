#pragma once

#include <cstdint>
#include <vector>

#include "cluster/sum_rounds.hpp"
#include "comm/communicator.hpp"

namespace uneven::comm {

using cluster::Algorithm;
using cluster::algorithm_named;
using cluster::Message;
using cluster::Round;
using cluster::rounds_of_sum;

/// A sum over some ranks of a communicator that travels while its owner computes.
///
/// Owns no data: `data` must stay until done. Two sums under way between the same ranks need different tags.
template <class Real>
class Sum {
 public:
  /// @param members  ranks, in the same order at every member; the caller is one of them.
  Sum(const Communicator& comm, const std::vector<int>& members, Algorithm algorithm, Real* data, std::int64_t count,
      int tag);
  Sum(const Sum&) = delete;
  Sum(Sum&&) = delete;
  ~Sum();

  /// Moves on as far as possible without waiting. @return whether the sum is complete.
  bool progress();

 private:
  void start_round();
  void finish_round();

  MPI_Comm comm_;
  std::vector<int> members_;
  Real* data_;
  int tag_;
  std::vector<Round> rounds_;
  std::size_t round_ = 0;
  std::vector<Real> received_;
  std::vector<MPI_Request> requests_;
};

extern template class Sum<float>;
extern template class Sum<double>;

}  // namespace uneven::comm
