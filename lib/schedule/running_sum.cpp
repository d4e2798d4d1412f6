// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "schedule/performer.hpp"

namespace uneven::schedule {

template <class Real>
RunningSum<Real>::RunningSum(Transport& transport, const SumGroup& group, Real* data, std::int64_t count, int tag)
    : transport_(transport),
      group_(group),
      data_(data),
      tag_(tag),
      rounds_(group.rounds(count, sizeof(Real))),
      requests_(rounds_.size()) {
  start_adding();
  start_round();
}

template <class Real>
RunningSum<Real>::~RunningSum() {
  for (const auto& requests : requests_)
    for (const Request request : requests)
      if (request != no_request) transport_.forget(request);
}

/// Asks for all that will be added: a long message then travels while the ones before it are added.
template <class Real>
void RunningSum<Real>::start_adding() {
  std::int64_t size = 0;
  for (const collective::Round& round : rounds_)
    if (round.add)
      for (const collective::Message& m : round.receives) size += m.count;
  if (data_) received_ = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(size));
  next_ = received_.get();
  Real* space = received_.get();
  for (std::size_t r = 0; r < rounds_.size(); ++r) {
    if (!rounds_[r].add) continue;
    for (const collective::Message& m : rounds_[r].receives) {
      receive(r, m, space);
      if (space) space += m.count;
    }
  }
}

template <class Real>
void RunningSum<Real>::start_round() {
  if (round_ == rounds_.size()) return;
  const collective::Round& round = rounds_[round_];
  if (!round.add)
    for (const collective::Message& m : round.receives) receive(round_, m, part(m));
  for (const collective::Message& m : round.sends)
    requests_[round_].push_back(transport_.send(group_.rank_of(m), tag_, memory(part(m), m)));
}

template <class Real>
void RunningSum<Real>::receive(std::size_t round, const collective::Message& m, Real* target) {
  requests_[round].push_back(transport_.receive(group_.rank_of(m), tag_, memory(target, m)));
}

template <class Real>
Memory RunningSum<Real>::memory(Real* numbers, const collective::Message& m) const {
  return {.data = numbers, .columns = m.count, .element_bytes = sizeof(Real)};
}

template <class Real>
void RunningSum<Real>::finish_round() {
  const collective::Round& round = rounds_[round_];
  if (!round.add) return;
  for (const collective::Message& m : round.receives) {
    if (Real* const target = part(m)) {
      for (std::int64_t i = 0; i < m.count; ++i) target[i] += next_[i];
      next_ += m.count;
    }
    transport_.added(m.count * static_cast<std::int64_t>(sizeof(Real)));
  }
}

template <class Real>
bool RunningSum<Real>::progress() {
  RunningSum* const self = this;
  while (!complete() && progress(transport_, {&self, 1})) continue;
  return complete();
}

/// Goes through the rounds whose messages are known to be done. @return whether there was one.
template <class Real>
bool RunningSum<Real>::go_on() {
  const std::size_t before = round_;
  const auto done = [](Request request) { return request == no_request; };
  while (!complete() && std::ranges::all_of(requests_[round_], done)) {
    finish_round();
    ++round_;
    start_round();
  }
  return round_ > before;
}

template <class Real>
bool RunningSum<Real>::progress(Transport& transport, std::span<RunningSum* const> sums) {
  std::vector<Request> requests;
  for (const RunningSum* sum : sums)
    if (!sum->complete()) std::ranges::copy(sum->requests_[sum->round_], std::back_inserter(requests));
  transport.test_requests(requests);
  bool moved = false;
  auto next = requests.begin();
  for (RunningSum* sum : sums) {
    if (sum->complete()) continue;
    for (Request& request : sum->requests_[sum->round_]) request = *next++;
    moved = sum->go_on() || moved;
  }
  return moved;
}

template class RunningSum<float>;
template class RunningSum<double>;
template class RunningSum<std::int64_t>;

}  // namespace uneven::schedule
