#include "search/share.hpp"

#include <algorithm>

namespace uneven::search {
namespace {

/// Examples between two looks at the messages: some 10 us per query, but not less than a tile.
constexpr std::int64_t shortest_step = 64, longest_step = 16384;

}  // namespace

void Scanner::scan_now(document::Range rows) const {
  comm::Clock clock;
  scan(rows);
  clock.charge(tally.times.compute_s);
  tally.examples += rows.count;
}

void Scanner::scan_all(document::Range& rest, const std::function<void()>& look) const {
  const std::int64_t step = std::clamp(plan.least, shortest_step, longest_step);
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
