// SPDX-License-Identifier: MIT
#include "launch/watchdog.hpp"

#include <algorithm>
#include <cstdio>

namespace uneven::launch {
namespace {

/// Longest step of the clock, in s: a longer time between two calls of pass() means that this process was stopped.
constexpr double longest_step_s = 1;

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

}  // namespace

Watchdog::Watchdog(const WatchLimits& limits, Clock::time_point now) : limits_(limits), looked_(now) {}

void Watchdog::pass(Clock::time_point now) {
  const double step = std::clamp(std::chrono::duration<double>(now - looked_).count(), 0.0, longest_step_s);
  looked_ = now;
  now_s_ += step;
  if (!started_ && !queued_) starting_s_ += step;
}

void Watchdog::start() {
  started_ = true;
  if (limits_.run_s > 0) stop_at_s_ = std::min(stop_at_s_, now_s_ + limits_.run_s);
}

void Watchdog::hear(int rank, const std::string& host) { last_[rank] = {now_s_, host}; }

void Watchdog::ask_to_stop() { stop_at_s_ = std::min(stop_at_s_, now_s_); }

double Watchdog::silence_allowed() const {
  const double third = limits_.silent_s / 3;
  return now_s_ - stop_at_s_ >= third ? third : limits_.silent_s;
}

std::string Watchdog::complaint() const {
  if (limits_.start_s > 0 && starting_s_ >= limits_.start_s)
    return "the ranks have not started within " + seconds_text(limits_.start_s) + " (--start-seconds)";
  if (limits_.silent_s <= 0) return "";
  const double allowed = silence_allowed();
  for (const auto& [rank, sign] : last_)
    if (now_s_ - sign.at_s >= allowed)
      return "rank " + std::to_string(rank) + " on " + sign.host + " has not been heard of for " +
             seconds_text(allowed) + " (--silent-seconds)";
  return "";
}

}  // namespace uneven::launch
