// SPDX-License-Identifier: MIT
#include "simulate/shared_host/cores.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "simulate/pricing.hpp"
#include "statistics/estimate.hpp"

namespace uneven::simulate {

namespace {

constexpr double largest_spread = 0.5;  // a speed stays positive
constexpr double most_spells = 0x1p62;  // periods of noise; after them the first comes again

}  // namespace

double noisy_speed(int processor, double time, double spread) {
  if (spread <= 0 || !std::isfinite(time)) return 1;
  const double noise_period = std::fmod(time / noise_s, most_spells);
  std::seed_seq drawn{static_cast<std::int64_t>(processor), static_cast<std::int64_t>(noise_period)};
  std::minstd_rand random(drawn);
  const double even = 2.0 * static_cast<double>(random()) / std::minstd_rand::max() - 1;  // -1 to 1
  return 1 + std::min(spread, largest_spread) * std::numbers::sqrt3 * even;
}

namespace {

/// CPU seconds per period. A smaller quota is indistinguishable from work at the rate of the share.
constexpr double least_quota_s = 1e-5;

constexpr double most_periods = 1e3;  // one piece of work on shared cores may take at most so long

}  // namespace

Core::Core(double share, double burst_s, double phase)
    : quota_(share < 1 ? std::max(burst_s, least_quota_s) : never),
      period_(quota_ / share),
      left_(quota_),
      refill_at_((1 - phase) * period_) {}

void Core::begin(double start, double seconds) {
  if (!(seconds < never)) refuse_time();
  now_ = std::max(start, now_);
  if (now_ >= refill_at_) refill(1 + std::floor((now_ - refill_at_) / period_));
}

double Core::work(double start, double seconds) {
  begin(start, seconds);
  while (true) {
    const double run = std::min({seconds, left_, refill_at_ - now_});
    now_ += run;
    left_ -= run;
    seconds -= run;
    if (seconds <= 0) return now_;
    const double used_up = std::max(0.0, std::ceil(seconds / quota_) - 1);  // periods
    now_ = refill_at_ + used_up * period_;
    seconds -= used_up * quota_;
    refill(1 + used_up);
  }
}

double Core::work(double start, double seconds, Pool& pool, std::size_t& core) {
  begin(start, seconds);
  if (seconds / quota_ > most_periods) refuse_time();
  while (true) {
    const double run = std::min(seconds, left_);
    now_ = pool.work(core, now_, run);
    left_ -= run;
    seconds -= run;
    if (now_ > refill_at_) {
      refill(1 + std::floor((now_ - refill_at_) / period_));
      // The part of the run inside the new period is charged to it.
      left_ = std::max(0.0, left_ - std::min(run, now_ - (refill_at_ - period_)));
    }
    if (seconds <= 0) return now_;
    if (left_ > 0) continue;
    now_ = refill_at_;
    refill(1);
    core = pool.first_done(core, now_, std::min(seconds, left_));
  }
}

void Core::refill(double periods) {
  refill_at_ += periods * period_;
  if (refill_at_ + period_ == refill_at_) refuse_time();  // time would stand still
  left_ = quota_;
}

bool Pool::is_busy(std::size_t core, double time) const {
  const auto next = after(busy_[core], time);
  return next != busy_[core].begin() && std::prev(next)->ends > time;
}

/// The first slot that begins after `time`.
Pool::Busy::const_iterator Pool::after(const Busy& busy, double time) {
  return std::ranges::upper_bound(busy, time, {}, &Slot::begins);
}

/// Fills the idle time from `start` on until the work is done; merges it with the busy slots on the way.
Pool::Fit Pool::fit(const Busy& busy, double start, double seconds) {
  auto next = after(busy, start), first = next;
  Slot slot{start, start};
  if (first != busy.begin() && std::prev(first)->ends >= start) slot = *--first;
  for (; next != busy.end() && slot.ends + seconds >= next->begins; ++next) {
    seconds -= next->begins - slot.ends;
    slot.ends = next->ends;
  }
  slot.ends += seconds;
  return {first, next, slot};
}

std::size_t Pool::first_done(std::size_t core, double start, double seconds) const {
  std::size_t first = core;
  double least = fit(busy_[core], start, seconds).slot.ends;
  for (std::size_t other = 0; other < cores(); ++other)
    if (const double end = fit(busy_[other], start, seconds).slot.ends; end < least) first = other, least = end;
  return first;
}

double Pool::work(std::size_t core, double start, double seconds) {
  Busy& busy = busy_[core];
  const auto [first, next, slot] = fit(busy, start, seconds);
  busy.insert(busy.erase(first, next), slot);
  return slot.ends;
}

double mean_end(const std::vector<std::vector<Step>>& steps, const Platform& platform, std::size_t processor,
                unsigned first, unsigned placements) {
  constexpr bool rested = true;
  if (platform.shared_cores.empty()) placements = 1;
  double sum = 0;
  for (unsigned seed = first; seed < first + placements; ++seed)
    sum += replay(steps, platform, rested, seed)[processor];
  return sum / placements;
}

namespace {

/// Golden ratio - 1: multiples of it, modulo 1, spread phases evenly for any number of processors.
constexpr double golden = std::numbers::phi - 1;

}  // namespace

CoreScheduler::CoreScheduler(const Platform& platform, bool rested, unsigned seed)
    : platform_(platform), places_(platform.endpoints.size()) {
  std::mt19937 random(seed);
  for (const document::SharedCores& shared : platform.shared_cores) {
    Pool& pool = pools_.emplace_back(shared.cores);
    for (const std::int64_t p : shared.processors)
      places_[static_cast<std::size_t>(p)] = {&pool, random() % pool.cores()};
  }
  for (const Endpoint& endpoint : platform.endpoints) {
    const double turns = static_cast<double>(cores_.size()) * golden;
    pace_.push_back(1 + platform.cost_spread * (2.0 * random() / std::mt19937::max() - 1));
    cores_.emplace_back(endpoint.share, endpoint.burst_s, rested ? 0 : turns - std::floor(turns));
  }
}

double CoreScheduler::work(int processor, double start, double seconds) {
  const std::size_t p = index(processor);
  seconds *= pace_[p] / noisy_speed(processor, start, platform_.endpoints[p].spread);
  auto& [pool, place] = places_[p];
  return pool ? cores_[p].work(start, seconds, *pool, place) : cores_[p].work(start, seconds);
}

double CoreScheduler::awake(int processor, double start) {
  const auto [pool, place] = places_[index(processor)];
  const double wakeup_s = platform_.network.wakeup_s;
  return pool ? pool->work(place, start, wakeup_s) : start + wakeup_s;
}

void CoreScheduler::find_place(int processor, double time) {
  auto& [pool, place] = places_[index(processor)];
  if (!pool || !pool->is_busy(place, time)) return;
  for (std::size_t core = 0; core < pool->cores(); ++core)
    if (!pool->is_busy(core, time)) {
      place = core;
      return;
    }
}

namespace {

constexpr double short_message = 8;
constexpr double longest_wake = 1e-2;
constexpr int halvings = 20;
constexpr unsigned placements = 4;

std::vector<std::vector<Step>> fan_in(int ranks, std::size_t processors, int root) {
  std::vector<std::vector<Step>> steps(processors);
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank == root) continue;
    steps[static_cast<std::size_t>(rank)] = {{Step::Kind::send, short_message, root}};
    steps[static_cast<std::size_t>(root)].push_back({Step::Kind::receive, short_message, rank});
  }
  return steps;
}

}  // namespace

FanIns middle_of(const std::vector<FanIns>& passes) {
  FanIns middle = passes.front();
  for (std::size_t root = 0; root < middle.seconds.size(); ++root) {
    std::vector<double> seconds;
    for (const FanIns& pass : passes) seconds.push_back(pass.seconds[root]);
    middle.seconds[root] = statistics::median(seconds);
  }
  return middle;
}

double fitted_wake(const document::Speeds& speeds, const FanIns& measured) {
  Platform platform = platform_of(speeds, Messages::at_one_moment);
  std::vector<double> wakes;  // by root
  for (int root = 0; root < std::ssize(measured.seconds); ++root) {
    const auto index = static_cast<std::size_t>(root);
    const auto steps = fan_in(measured.ranks, speeds.processors.size(), root);
    double low = 0, high = longest_wake;
    for (int halving = 0; halving < halvings; ++halving) {
      const double middle = (low + high) / 2;
      platform.network.wakeup_s = middle;
      const double replayed = mean_end(steps, platform, index, 0, placements);
      (replayed < measured.seconds[index] ? low : high) = middle;
    }
    wakes.push_back(low);
  }
  return wakes.empty() ? 0 : statistics::median(wakes);
}

}  // namespace uneven::simulate
