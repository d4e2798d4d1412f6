// SPDX-License-Identifier: MIT
#include "simulate/shared_host/core_scheduler.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "simulate/shared_host/cores.hpp"

namespace uneven::simulate {

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

}  // namespace uneven::simulate
