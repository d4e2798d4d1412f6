#include "search/handed_out.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

namespace uneven::search {

namespace {

/// When it looks at what comes at `seconds`.
double look(const Pauses& pauses, double seconds) {
  if (pauses.pause_s <= 0) return seconds;
  const double passed = std::fmod(seconds, pauses.period_s());
  return passed <= pauses.awake_s ? seconds : seconds - passed + pauses.period_s();
}

}  // namespace

Pauses pauses_of(const document::Processor& processor) {
  if (!processor.cpu_share || !processor.cpu_burst_s) return {};
  return {*processor.cpu_burst_s, *processor.cpu_burst_s * (1 / *processor.cpu_share - 1)};
}

double mean_wait(const Pauses& pauses) {
  return pauses.pause_s > 0 ? pauses.pause_s * pauses.pause_s / (2 * pauses.period_s()) : 0;
}

double handed_out_seconds(HandOut scan) {
  using Turn = std::pair<double, std::size_t>;  // when a processor is given its next part
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
  const std::size_t p = scan.task_s.size();
  for (std::size_t i = scan.master_scans ? 0 : 1; i < p; ++i) turns.emplace(0.0, i);
  std::vector<double> end = scan.start_s, answer_s(p, 0.0);
  bool master_scans = scan.master_scans;
  double all_scanned = 0;
  while (!turns.empty()) {
    const auto [now, i] = turns.top();
    turns.pop();
    const double examples = scan.next(i);
    if (examples <= 0) {
      if (i == 0) master_scans = false;
      continue;
    }
    const double begin = std::max(now, end[i]);
    end[i] = begin + scan.part_s + examples * scan.task_s[i];
    all_scanned = std::max(all_scanned, end[i]);
    if (i == 0) {
      turns.emplace(end[i], i);
      continue;
    }
    const double asked = std::max(begin, scan.ahead ? end[i] - answer_s[i] : end[i]);
    const double answered = master_scans ? look(scan.pauses, asked) : asked;
    answer_s[i] = answered - asked;
    turns.emplace(answered, i);
  }
  return all_scanned;
}

}  // namespace uneven::search
