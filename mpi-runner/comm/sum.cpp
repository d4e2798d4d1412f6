#include "comm/sum.hpp"

#include <algorithm>
#include <iterator>

#include "comm/collectives.hpp"
#include "comm/wait.hpp"
#include "reduction/tree.hpp"

namespace uneven::comm {

SumGroup sum_group(const std::vector<int>& members, int rank, collective::Collective collective,
                   const std::optional<document::TreeTimes>& times) {
  const auto me = std::find(members.begin(), members.end(), rank) - members.begin();
  SumGroup group{members, static_cast<int>(me), collective, {}};
  if (collective == collective::Collective::tree)
    group.tree = reduction::neighbours_of_sum(times, group.me, static_cast<int>(members.size()));
  return group;
}

template <class Real>
Sum<Real>::Sum(const Communicator& comm, const SumGroup& group, Real* data, std::int64_t count, int tag)
    : comm_(comm.handle()),
      members_(group.members),
      data_(data),
      tag_(tag),
      rounds_(group.rounds(count, sizeof(Real))),
      requests_(rounds_.size()) {
  start_adding();
  start_round();
}

template <class Real>
Sum<Real>::~Sum() {
  for (auto& requests : requests_)
    for (MPI_Request& request : requests)
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

/// Asks for all that will be added: a long message then travels while the ones before it are added.
template <class Real>
void Sum<Real>::start_adding() {
  std::int64_t size = 0;
  for (const Round& round : rounds_)
    if (round.add)
      for (const Message& m : round.receives) size += m.count;
  received_ = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(size));
  next_ = received_.get();
  Real* space = received_.get();
  for (std::size_t r = 0; r < rounds_.size(); ++r) {
    if (!rounds_[r].add) continue;
    for (const Message& m : rounds_[r].receives) {
      receive(r, m, space);
      space += m.count;
    }
  }
}

template <class Real>
void Sum<Real>::start_round() {
  if (round_ == rounds_.size()) return;
  const Round& round = rounds_[round_];
  if (!round.add)
    for (const Message& m : round.receives) receive(round_, m, data_ + m.first);
  for (const Message& m : round.sends)
    check(MPI_Isend(data_ + m.first, static_cast<int>(m.count), type_of<Real>(),
                    members_[static_cast<std::size_t>(m.member)], tag_, comm_,
                    &requests_[round_].emplace_back(MPI_REQUEST_NULL)));
}

template <class Real>
void Sum<Real>::receive(std::size_t round, const Message& m, Real* target) {
  check(MPI_Irecv(target, static_cast<int>(m.count), type_of<Real>(), members_[static_cast<std::size_t>(m.member)],
                  tag_, comm_, &requests_[round].emplace_back(MPI_REQUEST_NULL)));
}

template <class Real>
void Sum<Real>::finish_round() {
  const Round& round = rounds_[round_];
  if (!round.add) return;
  for (const Message& m : round.receives) {
    Real* target = data_ + m.first;
    for (std::int64_t i = 0; i < m.count; ++i) target[i] += next_[i];
    next_ += m.count;
  }
}

template <class Real>
bool Sum<Real>::progress() {
  Sum* const self = this;
  while (!complete() && progress({&self, 1})) continue;
  return complete();
}

/// Goes through the rounds whose messages are known to be done. @return whether there was one.
template <class Real>
bool Sum<Real>::go_on() {
  const std::size_t before = round_;
  const auto done = [](MPI_Request request) { return request == MPI_REQUEST_NULL; };
  while (!complete() && std::ranges::all_of(requests_[round_], done)) {
    finish_round();
    ++round_;
    start_round();
  }
  return round_ > before;
}

template <class Real>
bool Sum<Real>::progress(std::span<Sum* const> sums) {
  std::vector<MPI_Request> requests;
  for (const Sum* sum : sums)
    if (!sum->complete()) std::ranges::copy(sum->requests_[sum->round_], std::back_inserter(requests));
  test_requests(requests);
  bool moved = false;
  auto next = requests.begin();
  for (Sum* sum : sums) {
    if (sum->complete()) continue;
    for (MPI_Request& request : sum->requests_[sum->round_]) request = *next++;
    moved = sum->go_on() || moved;
  }
  return moved;
}

template class Sum<float>;
template class Sum<double>;

}  // namespace uneven::comm
