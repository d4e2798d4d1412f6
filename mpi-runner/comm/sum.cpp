#include "comm/sum.hpp"

#include <algorithm>

#include "comm/collectives.hpp"

namespace uneven::comm {

template <class Real>
Sum<Real>::Sum(const Communicator& comm, const std::vector<int>& members, Algorithm algorithm, Real* data,
               std::int64_t count, int tag)
    : comm_(comm.handle()), members_(members), data_(data), tag_(tag) {
  const auto me = std::find(members.begin(), members.end(), comm.rank()) - members.begin();
  rounds_ = rounds_of_sum(algorithm, static_cast<int>(me), static_cast<int>(members.size()), count);
  start_round();
}

template <class Real>
Sum<Real>::~Sum() {
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

template <class Real>
void Sum<Real>::start_round() {
  requests_.clear();
  if (round_ == rounds_.size()) return;
  const Round& round = rounds_[round_];
  std::int64_t size = 0;
  for (const Message& m : round.receives) size += m.count;
  if (round.add) received_.resize(static_cast<std::size_t>(size));
  Real* space = received_.data();
  for (const Message& m : round.receives) {
    Real* target = round.add ? space : data_ + m.first;
    check(MPI_Irecv(target, static_cast<int>(m.count), type_of<Real>(), members_[static_cast<std::size_t>(m.member)],
                    tag_, comm_, &requests_.emplace_back(MPI_REQUEST_NULL)));
    space += m.count;
  }
  for (const Message& m : round.sends)
    check(MPI_Isend(data_ + m.first, static_cast<int>(m.count), type_of<Real>(),
                    members_[static_cast<std::size_t>(m.member)], tag_, comm_,
                    &requests_.emplace_back(MPI_REQUEST_NULL)));
}

template <class Real>
void Sum<Real>::finish_round() {
  const Round& round = rounds_[round_];
  if (!round.add) return;
  const Real* space = received_.data();
  for (const Message& m : round.receives) {
    Real* target = data_ + m.first;
    for (std::int64_t i = 0; i < m.count; ++i) target[i] += space[i];
    space += m.count;
  }
}

template <class Real>
bool Sum<Real>::progress() {
  while (round_ < rounds_.size()) {
    int done = 0;
    check(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE));
    if (!done) return false;
    finish_round();
    ++round_;
    start_round();
  }
  return true;
}

template class Sum<float>;
template class Sum<double>;

}  // namespace uneven::comm
