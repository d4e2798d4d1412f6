// SPDX-License-Identifier: MIT
#include "schedule/schedule.hpp"

#include <algorithm>
#include <utility>

#include "collective/allreduce.hpp"

namespace uneven::schedule {

std::vector<collective::Round> SumGroup::rounds(std::int64_t count, std::int64_t element_bytes) const {
  return collective::allreduce_schedule(collective, me, static_cast<int>(members.size()), count, tree,
                                        collective::segment_bytes / element_bytes);
}

int position_of(int rank, const std::vector<int>& members) {
  return static_cast<int>(std::ranges::find(members, rank) - members.begin());
}

SumGroup sum_group(std::vector<int> members, int rank, collective::Collective collective) {
  const int me = position_of(rank, members), size = static_cast<int>(members.size());
  return {std::move(members), me, collective, collective::binomial_neighbours(me, size)};
}

std::vector<collective::Round> rounds_of(const Schedule& schedule, const Sum& sum) {
  return schedule.groups[static_cast<std::size_t>(sum.group)].rounds(sum.count, sum.element_bytes);
}

namespace {

class Counting {
 public:
  Counting(const Schedule& schedule, int rank, Traffic& traffic)
      : schedule_(schedule), rank_(rank), traffic_(traffic) {}

  void operator()(const Work&) {}
  void operator()(const Receive&) {}
  void operator()(const FinishSums&) {}
  void operator()(const Send& send) {
    const std::int64_t numbers = send.message.numbers();
    if (numbers == unknown_length) traffic_[{rank_, send.message.partner}].all_known = false;
    count(send.message.partner, numbers == unknown_length ? 0 : numbers * schedule_.element_bytes);
  }
  void operator()(const StartSums& start) {
    for (int number = start.first; number < start.first + start.count; ++number) count_sum(number);
  }
  void operator()(const Agree& agree) { count_sum(agree.sum); }

 private:
  void count_sum(int number) {
    const Sum& sum = schedule_.sums[static_cast<std::size_t>(number)];
    const SumGroup& group = schedule_.groups[static_cast<std::size_t>(sum.group)];
    for (const collective::Round& round : rounds_of(schedule_, sum))
      for (const collective::Message& message : round.sends)
        count(group.rank_of(message), message.count * sum.element_bytes);
  }

  void count(int partner, std::int64_t bytes) {
    Sent& sent = traffic_[{rank_, partner}];
    ++sent.messages;
    sent.bytes += bytes;
  }

  const Schedule& schedule_;
  int rank_;
  Traffic& traffic_;
};

}  // namespace

void add_traffic(const Schedule& schedule, int rank, Traffic& traffic) {
  Counting counting(schedule, rank, traffic);
  for (const Operation& operation : schedule.operations) std::visit(counting, operation);
}

Bytes bytes_of(const Traffic& traffic) {
  Bytes bytes;
  std::int64_t of_rank = 0;
  int rank = -1;
  for (const auto& [pair, sent] : traffic) {
    if (pair.first != rank) of_rank = 0;
    rank = pair.first;
    of_rank += sent.bytes;
    bytes.largest = std::max(bytes.largest, of_rank);
    bytes.sum += sent.bytes;
    bytes.all_known = bytes.all_known && sent.all_known;
  }
  return bytes;
}

}  // namespace uneven::schedule
