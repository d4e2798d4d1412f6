#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace uneven::comm {

/// How partial sums travel. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link
///   tree    binomial reduction and broadcast: 2 ceil(log2 k) rounds of B
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Algorithm { linear, tree, ring };

/// @throws InputError for an unknown name.
Algorithm algorithm_named(const std::string& name);

/// One message of a round.
struct Message {
  int member = 0;  ///< partner
  std::int64_t first = 0, count = 0;
};

/// What one member does at a time: the sends and receives go together; then what was received is added or stored,
/// in the order of the list.
struct Round {
  std::vector<Message> sends, receives;
  bool add = false;
};

/// The rounds of member `me` of `members` for `count` elements. Pure; the same additions in the same order every time,
/// and all members end with the same bits.
std::vector<Round> rounds_of_sum(Algorithm algorithm, int me, int members, std::int64_t count);

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
