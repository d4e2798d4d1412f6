#include "search/handed_out.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace uneven::search {

double handed_out_seconds(HandOut scan) {
  using Turn = std::pair<double, std::size_t>;  // when a processor is given its next part
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
  const std::size_t p = scan.task_s.size();
  for (std::size_t i = scan.master_scans ? 0 : 1; i < p; ++i) turns.emplace(0.0, i);
  std::vector<double> end = scan.start_s, waited_s(p, 0.0);
  bool master_scans = scan.master_scans;
  double all_scanned = 0;
  while (!turns.empty()) {
    const auto [now, i] = turns.top();
    turns.pop();
    if (i == 0 && now > 0 && now < end[0]) {  // answers have kept it
      turns.emplace(end[0], i);
      continue;
    }
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
    const double asked = std::max(begin, scan.ahead ? end[i] - waited_s[i] : end[i]);
    const double answered = master_scans ? next_look(scan.pauses, asked) : asked;
    waited_s[i] = answered - asked;
    if (master_scans && answered < end[0]) all_scanned = std::max(all_scanned, end[0] += scan.answer_s);
    turns.emplace(answered, i);
  }
  return all_scanned;
}

}  // namespace uneven::search
