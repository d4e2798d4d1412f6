// SPDX-License-Identifier: MIT
#include "simulate/pricing.hpp"

namespace uneven::simulate {

namespace {

using schedule::Agree;
using schedule::FinishSums;
using schedule::Receive;
using schedule::Schedule;
using schedule::Send;
using schedule::StartSums;
using schedule::Sum;
using schedule::Work;

/// Writes the steps of one performance.
class Pricing {
 public:
  /// @param first  whether no agreement is under way.
  Pricing(const Schedule& schedule, const Costs& costs, bool first)
      : schedule_(schedule), costs_(costs), first_(first) {}

  void operator()(const Work& work) {
    if (const auto seconds = costs_.work(work)) steps.push_back({Step::Kind::compute, *seconds, -1});
  }

  void operator()(const Send& send) { message(Step::Kind::send, send.message); }

  void operator()(const Receive& receive) {
    message(Step::Kind::receive, receive.message);
    if (receive.add) add(receive.message.numbers() * schedule_.element_bytes, 0);
  }

  void operator()(const StartSums& start) {
    for (int sum = start.first; sum < start.first + start.count; ++sum) begin(at(sum));
  }

  void operator()(const FinishSums& finish) {
    for (int sum = finish.first; sum < finish.first + finish.count; ++sum) complete(at(sum));
  }

  void operator()(const Agree& agree) {
    if (!first_) complete(at(agree.sum));
    begin(at(agree.sum));
  }

  /// What a sum sends first leaves at once; the rest waits until the sum is needed.
  void begin(const Sum& sum) {
    const auto rounds = schedule::rounds_of(schedule_, sum);
    if (!rounds.empty()) send(sum, rounds.front());
  }

  void complete(const Sum& sum) {
    const auto rounds = schedule::rounds_of(schedule_, sum);
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      for (const auto& message : rounds[r].receives) {
        of_sum(Step::Kind::receive, sum, message);
        if (rounds[r].add) add(message.count * sum.element_bytes, operation(sum));
      }
      if (r + 1 < rounds.size()) send(sum, rounds[r + 1]);
    }
  }

  std::vector<Step> steps;

 private:
  const Sum& at(int sum) const { return schedule_.sums[static_cast<std::size_t>(sum)]; }
  static int operation(const Sum& sum) { return sum.beside ? sum.tag : 0; }

  void message(Step::Kind kind, const schedule::Message& message) {
    const auto bytes = static_cast<double>(message.numbers() * schedule_.element_bytes);
    steps.push_back({kind, bytes, message.partner, message.tag});
  }

  void of_sum(Step::Kind kind, const Sum& sum, const collective::Message& message) {
    const schedule::SumGroup& group = schedule_.groups[static_cast<std::size_t>(sum.group)];
    const auto bytes = static_cast<double>(message.count * sum.element_bytes);
    steps.push_back({kind, bytes, group.rank_of(message), sum.tag, operation(sum)});
  }

  void send(const Sum& sum, const collective::Round& round) {
    for (const auto& message : round.sends) of_sum(Step::Kind::send, sum, message);
  }

  void add(std::int64_t bytes, int operation) {
    const auto numbers = static_cast<double>(bytes / costs_.addition_bytes);
    steps.push_back({Step::Kind::compute, numbers * costs_.addition_s, -1, 0, operation});
  }

  const Schedule& schedule_;
  const Costs& costs_;
  bool first_;
};

std::vector<Step> performance(const Schedule& schedule, const Costs& costs, bool first) {
  Pricing pricing(schedule, costs, first);
  for (const schedule::Operation& operation : schedule.operations) std::visit(pricing, operation);
  return std::move(pricing.steps);
}

}  // namespace

Priced priced(const Schedule& schedule, const Costs& costs) {
  Pricing end(schedule, costs, false);
  for (const schedule::Operation& operation : schedule.operations)
    if (const auto* agree = std::get_if<Agree>(&operation))
      end.complete(schedule.sums[static_cast<std::size_t>(agree->sum)]);
  return {performance(schedule, costs, true), performance(schedule, costs, false), std::move(end.steps)};
}

std::vector<Step> repeated(const Priced& priced, int times) {
  std::vector<Step> steps = priced.first;
  for (int time = 1; time < times; ++time) steps.insert(steps.end(), priced.again.begin(), priced.again.end());
  steps.insert(steps.end(), priced.end.begin(), priced.end.end());
  return steps;
}

}  // namespace uneven::simulate
