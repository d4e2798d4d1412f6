#include "search/share.hpp"

#include <algorithm>

namespace uneven::search {
namespace {

/// Examples x queries between two looks at the messages, some 0.4 ms, and the fewest examples.
constexpr std::int64_t step_work = 1 << 21, shortest_step = 1024;

}  // namespace

void Scanner::scan_now(document::Range rows) const {
  comm::Clock clock;
  scan(rows);
  clock.charge(tally.times.compute_s);
  tally.examples += rows.count;
}

void Scanner::scan_all(document::Range& rest, const std::function<void()>& look) const {
  const std::int64_t step = std::max(shortest_step, step_work / queries);
  while (rest.count > 0) {
    const document::Range now{rest.first, std::min(step, rest.count)};
    rest = {now.end(), rest.count - now.count};
    scan_now(now);
    comm::Clock clock;
    look();
    clock.charge(tally.times.communicate_s);
  }
}

void Scanner::wait_until(const std::function<bool()>& ready) const { tally.times.wait_s += patience.wait_until(ready); }

bool has_fixed_parts(const std::string& method) { return method == "equal-data" || method == "proportional-data"; }

void share_scan(const Scanner& scanner) {
  const std::string& method = scanner.plan.method;
  if (has_fixed_parts(method)) {
    scanner.scan_now(scanner.plan.placement[static_cast<std::size_t>(scanner.comm.rank())].examples);
  } else if (method == "dynamic-process" || method == "stealing") {
    split_rests(scanner);
  } else {
    hand_out(scanner);
  }
}

}  // namespace uneven::search
