// SPDX-License-Identifier: MIT
#include "simulate/pricing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulate/shared_host/cores.hpp"

namespace uneven::simulate {

void ConcurrentOperations::begin(const Operation& operation, double now, const Channels& channels) {
  open_[operation.number] = operation;
  expect(operation, now, channels);
}

void ConcurrentOperations::expect(const Operation& operation, double now, const Channels& channels) {
  const bool receives = operation.steps.front().kind == Step::Kind::receive;
  const std::uint32_t channel = operation.channels.front();
  const double ready = receives ? channels.arrival(channel) : now;
  if (ready < never)
    ready_.push({ready, turns_++, operation.number});
  else
    waiting_[channel] = operation.number;
}

void ConcurrentOperations::tell(std::uint32_t channel, double arrival) {
  const auto found = waiting_.find(channel);
  if (found == waiting_.end()) return;
  ready_.push({arrival, turns_++, found->second});
  waiting_.erase(found);
}

const Operation* ConcurrentOperations::choose(double by) {
  if (!under_way_ && !ready_.empty() && std::get<double>(ready_.top()) <= by) {
    under_way_ = &open_.at(std::get<int>(ready_.top()));
    ready_.pop();
  }
  return under_way_;
}

void ConcurrentOperations::advance(double now, const Channels& channels) {
  Operation& operation = *under_way_;
  operation.steps = operation.steps.subspan(1);
  operation.channels = operation.channels.subspan(1);
  if (!operation.steps.empty() && operation.steps.front().kind != Step::Kind::receive) return;
  under_way_ = nullptr;
  if (operation.steps.empty())
    open_.erase(operation.number);
  else
    expect(operation, now, channels);
}

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
    for (int sum = start.first; sum < start.first + start.count; ++sum) begin(sum);
  }

  void operator()(const FinishSums& finish) {
    for (int sum = finish.first; sum < finish.first + finish.count; ++sum) finish_sum(sum);
  }

  void operator()(const Agree& agree) {
    if (!first_) finish_sum(agree.sum);
    begin(agree.sum);
  }

  void finish_sum(int sum) { steps.push_back({Step::Kind::finish, 0, -1, 0, operation_of(sum)}); }

  std::vector<Step> steps;

 private:
  static int operation_of(int sum) { return sum + 1; }

  /// All steps of a sum, which goes on beside the steps that follow.
  void begin(int number) {
    const Sum& sum = schedule_.sums[static_cast<std::size_t>(number)];
    const int operation = operation_of(number);
    for (const collective::Round& round : rounds_of(sum)) {
      for (const auto& message : round.sends) of_sum(Step::Kind::send, sum, message, operation);
      for (const auto& message : round.receives) {
        of_sum(Step::Kind::receive, sum, message, operation);
        if (round.add) add(message.count * sum.element_bytes, operation);
      }
    }
  }

  void message(Step::Kind kind, const schedule::Message& message) {
    const auto bytes = static_cast<double>(message.numbers() * schedule_.element_bytes);
    steps.push_back({kind, bytes, message.partner, message.tag});
  }

  void of_sum(Step::Kind kind, const Sum& sum, const collective::Message& message, int operation) {
    const schedule::SumGroup& group = schedule_.groups[static_cast<std::size_t>(sum.group)];
    const auto bytes = static_cast<double>(message.count * sum.element_bytes);
    steps.push_back({kind, bytes, group.rank_of(message), sum.tag, operation});
  }

  void add(std::int64_t bytes, int operation) {
    const auto numbers = static_cast<double>(bytes / costs_.addition_bytes);
    steps.push_back({Step::Kind::compute, numbers * costs_.addition_s, -1, 0, operation});
  }

  /// The rounds of a sum, which are those of the sum before if it has as many numbers.
  const std::vector<collective::Round>& rounds_of(const Sum& sum) {
    const std::pair wanted(sum.group, sum.count);
    if (wanted != std::exchange(rounds_are_of_, wanted)) rounds_ = schedule::rounds_of(schedule_, sum);
    return rounds_;
  }

  const Schedule& schedule_;
  const Costs& costs_;
  bool first_;
  std::pair<int, std::int64_t> rounds_are_of_{-1, 0};
  std::vector<collective::Round> rounds_;
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
    if (const auto* agree = std::get_if<Agree>(&operation)) end.finish_sum(agree->sum);
  return {performance(schedule, costs, true), performance(schedule, costs, false), std::move(end.steps)};
}

std::vector<Step> repeated(const Priced& priced, int times) {
  std::vector<Step> steps = priced.first;
  for (int time = 1; time < times; ++time) steps.insert(steps.end(), priced.again.begin(), priced.again.end());
  steps.insert(steps.end(), priced.end.begin(), priced.end.end());
  return steps;
}

namespace {

/// Lower bound on the seconds of an iteration: the largest busy time under the quotas if no receive has to wait. The
/// replay alone may be too short to use up a large quota.
double least_seconds(const std::vector<std::vector<Step>>& iteration, const Platform& platform) {
  Platform cheapest = platform;
  const auto make_cheap = [](std::vector<Endpoint>& endpoints) {
    for (Endpoint& endpoint : endpoints) {
      endpoint.message_s = std::min(endpoint.message_s, endpoint.recv_overhead_s);
      endpoint.byte_s = 0;
    }
  };
  make_cheap(cheapest.endpoints);
  if (cheapest.hosts) make_cheap(cheapest.hosts->endpoints);
  return std::ranges::max(busy_seconds(iteration, cheapest));
}

}  // namespace

namespace {

/// Replays some iterations. @return the time at which each of them ends, shape [iterations].
std::vector<double> ends_of(const std::vector<Priced>& priced, const Platform& platform, int iterations) {
  constexpr bool rested = false;
  std::vector<Blocks> blocks;
  for (const Priced& one : priced) {
    Blocks& own = blocks.emplace_back();
    if (one.first.empty()) continue;
    own.push_back(one.first);
    own.resize(static_cast<std::size_t>(iterations), one.again);
    own.push_back(one.end);
  }
  std::vector<double> ends = replay_blocks(blocks, platform, rested);
  if (!ends.empty()) ends.pop_back();
  return ends;
}

}  // namespace

double replayed_seconds_per_iteration(const std::vector<Priced>& priced, const Platform& platform) {
  constexpr int warm = 1, counted_if_steady = 2, least_counted = 4, most_counted = 256;
  constexpr double periods = 8;  // of the longest quota, since the times of its stops are chance
  constexpr double noise_periods = 20;
  double long_run = 0;
  for (const Endpoint& endpoint : platform.endpoints) {
    if (endpoint.share < 1) long_run = std::max(long_run, periods * endpoint.burst_s / endpoint.share);
    if (endpoint.spread > 0) long_run = std::max(long_run, noise_periods * noise_s);
  }
  int counted = counted_if_steady;
  std::vector<double> ends = ends_of(priced, platform, warm + counted);
  if (ends.empty() || ends.back() <= 0) return 0;
  if (ends.back() == never) return never;
  if (long_run > 0) {
    const double enough = std::ceil(long_run / ends[warm - 1] * warm);
    counted = static_cast<int>(std::clamp<double>(enough, least_counted, most_counted));
    ends = ends_of(priced, platform, warm + counted);
  }
  std::vector<std::vector<Step>> one;
  for (const Priced& of_processor : priced) one.push_back(repeated(of_processor, 1));
  return std::max(least_seconds(one, platform), (ends.back() - ends[warm - 1]) / counted);
}

namespace {

/// CPU time of a message.
double cpu_seconds(const Step& step, const Endpoint& endpoint) {
  return step.kind == Step::Kind::send ? endpoint.send_overhead_s + endpoint.sent_byte_s * step.amount
                                       : endpoint.message_s + endpoint.byte_s * step.amount;
}

}  // namespace

std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform) {
  std::vector<double> seconds;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    const int processor = static_cast<int>(p);
    double cpu_s = 0;
    AfterWork after_work;
    for (const Step& step : steps[p]) {
      if (step.kind == Step::Kind::compute) {
        cpu_s += step.amount;
        after_work.work(step.amount);
      } else if (step.kind != Step::Kind::finish) {
        const Endpoint& endpoint = platform.endpoint(processor, step.partner);
        cpu_s += cpu_seconds(step, endpoint) + after_work.message(endpoint);
      }
    }
    seconds.push_back(cpu_s / platform.endpoints[p].share);
  }
  return seconds;
}

}  // namespace uneven::simulate
