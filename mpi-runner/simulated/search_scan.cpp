// SPDX-License-Identifier: MIT
#include "simulated/search_scan.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::simulated {

namespace {

/// Between two looks at the messages, as search::share_scan().
constexpr double scan_step_s = 4e-4;
constexpr double shortest_scan_step = 1024;  // examples

schedule::Memory memory_of(Words& words) {
  return {.data = words.data(), .columns = std::ssize(words), .element_bytes = sizeof(std::int64_t)};
}

}  // namespace

Inbox::Inbox(Transport& transport, int tag) : transport_(transport), tag_(tag) {
  expect();
  transport_.test_requests({&request_, 1});
}

Inbox::~Inbox() {
  if (request_ != schedule::no_request) transport_.forget(request_);
}

void Inbox::expect() { request_ = transport_.receive(any_source, tag_, memory_of(words_)); }

std::optional<Words> Inbox::take() {
  if (request_ != schedule::no_request) transport_.test_requests({&request_, 1});
  if (request_ != schedule::no_request) return std::nullopt;
  const Words words = words_;
  expect();
  return words;
}

void SearchScanner::say(const Words& words, int to, int tag) {
  Words copy = words;
  transport.send_to_any(to, tag, memory_of(copy));
  ++messages;
}

void SearchScanner::scan_all(document::Range& rest, const std::function<std::int64_t()>& few,
                             const std::function<void()>& look) {
  const double step = std::max(shortest_scan_step, std::floor(scan_step_s / example_s));
  while (rest.count > 0) {
    const auto left = static_cast<double>(rest.count);
    const double steps = std::max(1.0, std::ceil((left - static_cast<double>(few())) / step));
    const double seconds = std::min(left, steps * step) * example_s;
    const double worked = transport.work_in_steps(seconds, step * example_s);
    const auto scanned = std::min(rest.count, static_cast<std::int64_t>(std::llround(worked / example_s)));
    rest = {rest.first + scanned, rest.count - scanned};
    examples += scanned;
    compute_s += worked;
    look();
  }
}

void SearchScanner::wait_until(const std::function<bool()>& ready) {
  const double start = transport.now();
  transport.wait_until(ready);
  wait_s += transport.now() - start;
}

}  // namespace uneven::simulated
