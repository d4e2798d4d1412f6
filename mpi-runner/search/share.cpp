// SPDX-License-Identifier: MIT
#include "search/share.hpp"

#include <algorithm>
#include <numeric>

#include "search/predict.hpp"

namespace uneven::search {
namespace {

/// Between two looks at the messages: seconds, or examples x queries where the plan knows no seconds.
constexpr double step_s = 4e-4, step_work = 1 << 21;
constexpr std::int64_t shortest_step = 1024;  // with fewer examples the scan slows down

/// Examples that this processor scans between two looks.
std::int64_t step(const Scanner& scanner) {
  double work = step_work;
  if (const double task_s = scanner.plan.times.task_s; task_s > 0) {
    const std::vector<double> speed = speeds_of(scanner.plan.cluster);
    const double mean = std::accumulate(speed.begin(), speed.end(), 0.0) / static_cast<double>(speed.size());
    work = step_s / task_s * speed[static_cast<std::size_t>(scanner.comm.rank())] / mean;
  }
  return std::max(shortest_step, static_cast<std::int64_t>(work / static_cast<double>(scanner.queries)));
}

}  // namespace

void Scanner::scan_now(document::Range rows) const {
  schedule::Clock clock;
  scan(rows);
  clock.charge(tally.times.compute_s);
  tally.examples += rows.count;
}

void Scanner::scan_all(document::Range& rest, const std::function<void()>& look) const {
  const std::int64_t most = step(*this);
  while (rest.count > 0) {
    const document::Range now{rest.first, std::min(most, rest.count)};
    rest = {now.end(), rest.count - now.count};
    scan_now(now);
    schedule::Clock clock;
    look();
    clock.charge(tally.times.communicate_s);
  }
}

void Scanner::wait_until(const std::function<bool()>& ready) const {
  tally.times.wait_s += wait_policy.wait_until(ready);
}

void share_scan(const Scanner& scanner) {
  const document::SearchMethod method = scanner.plan.method;
  if (has_fixed_parts(method)) {
    scanner.scan_now(scanner.plan.placement[static_cast<std::size_t>(scanner.comm.rank())].examples);
  } else if (method == document::SearchMethod::dynamic_process || method == document::SearchMethod::stealing) {
    split_rests(scanner);
  } else {
    hand_out(scanner);
  }
}

}  // namespace uneven::search
