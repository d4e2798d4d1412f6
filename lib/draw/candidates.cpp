#include <algorithm>
#include <set>

#include "draw/number.hpp"
#include "draw/partition_tables.hpp"
#include "draw/table.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_rows = 12;

bool chosen(const document::Candidate& candidate, const document::Partition& plan) {
  return candidate.method == plan.method && candidate.order == plan.order && candidate.collective == plan.collective &&
         candidate.columns == static_cast<std::int64_t>(plan.columns.size()) &&
         candidate.small_group == plan.small_group && candidate.elements == plan.predicted.elements;
}

/// Processors per column, equal neighbours together: 4x3 2.
std::string sizes(const document::Candidate& candidate) {
  std::string result;
  for (std::size_t i = 0; i < candidate.sizes.size();) {
    std::size_t end = i;
    while (end < candidate.sizes.size() && candidate.sizes[end] == candidate.sizes[i]) ++end;
    const auto size = std::to_string(candidate.sizes[i]);
    result += (result.empty() ? "" : " ") + (end - i > 1 ? std::to_string(end - i) + "x" + size : size);
    i = end;
  }
  return clip(result, 16);
}

}  // namespace

std::string candidate_table(const document::Partition& plan, TextOptions options) {
  if (plan.candidates.empty()) return "";
  const bool by_seconds = plan.objective == "seconds";
  const auto cost = [&](const document::Candidate& candidate) {
    return by_seconds && candidate.seconds ? *candidate.seconds : candidate.elements;
  };
  auto candidates = plan.candidates;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  const double least = cost(candidates.front());
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& candidate = candidates[i];
    const bool mark = chosen(candidate, plan);
    if (i >= most_rows && !mark) continue;
    rows.push_back({mark ? "*" : "", candidate.method, std::to_string(candidate.columns), candidate.order,
                    candidate.collective, sizes(candidate), short_number(candidate.small_group),
                    std::to_string(candidate.processors), whole(candidate.elements),
                    candidate.seconds ? seconds(*candidate.seconds) : "-",
                    least > 0 ? "+" + percent(cost(candidate) / least - 1) : "-"});
  }
  std::string result = "\n" + wrap("candidates by " + plan.objective + ", * the plan", options.width);
  const auto hidden = candidates.size() - rows.size();
  result += table({{" ", true},
                   {"method", true},
                   {"columns"},
                   {"order", true, 4},
                   {"collective", true, 7},
                   {"sizes", true, 3},
                   {"joined", false, 6},
                   {"processors", false, 5},
                   {"elements"},
                   {"seconds", false, 1},
                   {"above best", false, 2}},
                  std::move(rows), options);
  return hidden > 0 ? result + "... and " + std::to_string(hidden) + " more\n" : result;
}

}  // namespace uneven::draw
