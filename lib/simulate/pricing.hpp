// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "document/speeds.hpp"
#include "schedule/schedule.hpp"
#include "simulate/links.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Steps of one operation that are still to be done.
struct Operation {
  int number = 0;
  std::span<const Step> steps;
  std::span<const std::uint32_t> channels;  ///< of the messages of the steps
};

/// Operations under way at one processor, beside its other steps. The one whose message arrives first goes on.
/// Cost: O(log n) for each message among n operations.
class ConcurrentOperations {
 public:
  /// Begins an operation. @param now  when its steps that wait for no message can run.
  void begin(const Operation& operation, double now, const Channels& channels);

  bool complete(int number) const { return !open_.contains(number); }

  /// Tells of the arrival of a channel's first message.
  void tell(std::uint32_t channel, double arrival);

  /// The operation to go on with: the one under way, or else the one whose message arrives first, if it does by then.
  /// Null if there is none.
  const Operation* choose(double by);

  /// Moves past the first step of the chosen operation. @param now  when that step is done.
  void advance(double now, const Channels& channels);

 private:
  using Ready = std::tuple<double, std::size_t, int>;  ///< when, in which order, number of the operation
  /// Notes when the operation's next step can run: at the arrival of its message, which tell() may have to tell.
  void expect(const Operation& operation, double now, const Channels& channels);

  std::map<int, Operation> open_;  ///< by number
  Operation* under_way_ = nullptr;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::size_t turns_ = 0;
  std::unordered_map<std::uint32_t, int> waiting_;  ///< numbers, by channel
};

/// What the operations of one rank cost it.
struct Costs {
  /// CPU seconds of a piece of work. Nothing: its time is part of another's.
  std::function<std::optional<double>(const schedule::Work&)> work;
  double addition_s = 0;            ///< CPU seconds to add a number of `addition_bytes`
  std::int64_t addition_bytes = 4;  ///< longer numbers count as several
};

/// A schedule as steps for replay().
struct Priced {
  std::vector<Step> first;  ///< the first performance
  std::vector<Step> again;  ///< each further one, which waits for the agreement of the one before
  std::vector<Step> end;    ///< the wait for the last agreement
};

/// Cost: O(steps).
Priced priced(const schedule::Schedule& schedule, const Costs& costs);

/// The steps of several performances in a row. @param times  >= 1.
std::vector<Step> repeated(const Priced& priced, int times);

/// Seconds per iteration in the long run. The first iterations are not counted; enough are counted that periods of
/// noise and the stops of the longest quota average out. At least the busy time of one iteration under the quotas.
///
/// @param priced  shape [p]; without steps for processors left out.
/// Cost: a replay of three iterations; under quotas or noise two, of up to 257.
double replayed_seconds_per_iteration(const std::vector<Priced>& priced, const Platform& platform);

/// Busy time of each processor: the CPU time of its steps over its share of a core. Every receive costs as much as one
/// for which the processor has slept, without the wait; the first message after work costs its extra after_work_s.
/// @param steps  shape [p].
/// @return       seconds, shape [p].
/// Cost: O(steps).
std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform);

/// The situation in which messages are sent.
/// at_one_moment: after a rest. Processors wake up together and compete for cores; links have full bursts.
/// between_work: in the long run, between work. Waking up is free, and the first message after work takes longer.
enum class Messages { at_one_moment, between_work };

/// The platform of a replay, from measured speeds. A processor with its own measured message costs gets those; any
/// other gets the network's cost of a message, and no cost per byte. The latency is the measured one less the CPU time
/// of a message at both ends, which measure-speeds includes.
/// @param speeds  with a network.
Platform platform_of(const document::Speeds& speeds, Messages messages);

/// The same platform between work, with noise: the speed of each processor varies between periods of noise as much as
/// between the repeats of its measurement. For processors that wait for the slowest in every iteration.
Platform unsteady_platform_of(const document::Speeds& speeds);

/// Tells whether the code and data of the next message have left the caches (a cold message). Work since the last
/// message evicts them if it takes at least as long as fetching them again; a few additions do not.
class AfterWork {
 public:
  void work(double seconds) { since_message_s_ += seconds; }

  /// @return  extra CPU time of the next message if it is cold, in s; 0 if it is not.
  double message(const Endpoint& endpoint) {
    return std::exchange(since_message_s_, 0) >= endpoint.after_work_s ? endpoint.after_work_s : 0;
  }

 private:
  double since_message_s_ = 0;
};

/// How the processors of a platform get CPU time. The replay knows cores only through this interface. Times in s.
class CpuTime {
 public:
  virtual ~CpuTime() = default;

  /// @param start    earliest start; work does not begin before the processor's previous work is done.
  /// @param seconds  CPU time of the work.
  /// @return         the time at which the work is done.
  virtual double work(int processor, double start, double seconds) = 0;

  /// @return  the time at which a processor woken at `start` runs. Waking up is not charged to its quota.
  virtual double awake(int processor, double start) = 0;

  /// Whether the processor shares cores with others.
  virtual bool shares_cores(int processor) const = 0;

  /// Chooses a core for a processor that has slept until `time`.
  virtual void find_place(int processor, double time) = 0;
};

/// CPU time on `platform`: each processor has its own core at constant speed, unless quotas, shared cores or noise call
/// for a CoreScheduler.
/// @param platform  must outlive the result.
/// @param rested, seed  see replay().
std::unique_ptr<CpuTime> cpu_time_on(const Platform& platform, bool rested, unsigned seed);

/// @throws InputError  always: a predicted time is too long for a number.
[[noreturn]] void refuse_time();

}  // namespace uneven::simulate
