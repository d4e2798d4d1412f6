#include "draw/report.hpp"

#include <algorithm>

#include "base/foreign_text.hpp"
#include "draw/bars.hpp"
#include "draw/number.hpp"
#include "draw/table.hpp"

namespace uneven::draw {
namespace {

/// Whether the run settled, and what ended it; nothing where the report does not tell.
std::string how_it_ended(const document::Report& report) {
  const std::string why = report.stopped.value_or("");
  const bool unsettled = report.converged && !*report.converged;
  if (why == "tolerance") return "settled";
  if (why == "target") return "target reached";
  if (why == "iterations") return unsettled ? "not settled when the iterations ran out" : "all iterations done";
  if (!why.empty()) return "stopped by " + shown(why) + (unsettled ? " before it settled" : "");
  if (report.converged) return unsettled ? "not settled" : "settled";
  return "";
}

std::string title(const document::Report& report) {
  std::string line = "report of " + shown(report.of) + ": " +
                     counted(static_cast<std::size_t>(report.iterations), "iteration") + " on " +
                     counted(report.processors.size(), "rank") + ", " + seconds(report.seconds_per_iteration) + " each";
  if (report.predicted_seconds_per_iteration)
    line += " (predicted " + seconds(*report.predicted_seconds_per_iteration) + ")";
  const std::string end = how_it_ended(report);
  return end.empty() ? line : line + ", " + end;
}

Bars bars_of(const document::Report& report) {
  Bars chart{{"compute", "communicate", "wait"}, "s", {}};
  for (const auto& rank : report.processors) {
    const long double all = 0.0L + rank.compute_s + rank.communicate_s + rank.wait_s;
    const auto name = "P" + std::to_string(rank.rank) + (rank.host.empty() ? "" : " " + shown(rank.host));
    chart.bars.push_back({name,
                          {rank.compute_s, rank.communicate_s, rank.wait_s},
                          seconds(all),
                          name + ": compute " + seconds(rank.compute_s) + ", communicate " +
                              seconds(rank.communicate_s) + ", wait " + seconds(rank.wait_s)});
  }
  return chart;
}

std::string rank_table(const document::Report& report, TextOptions options) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& rank : report.processors)
    rows.push_back({std::to_string(rank.rank), clip(printable(rank.host.empty() ? "-" : rank.host, options.ascii), 24),
                    short_number(rank.work),
                    rank.compute_s > 0 ? short_number(static_cast<long double>(rank.work) / rank.compute_s) : "-",
                    seconds(rank.compute_s), seconds(rank.communicate_s), seconds(rank.wait_s)});
  return table(
      {{"rank"}, {"host", true, 3}, {"work", false, 2}, {"speed", false, 1}, {"compute"}, {"communicate"}, {"wait"}},
      std::move(rows), options);
}

/// How evenly the ranks computed: max / mean - 1.
std::string imbalance(const document::Report& report) {
  long double most = 0, sum = 0;
  for (const auto& rank : report.processors) {
    most = std::max<long double>(most, rank.compute_s);
    sum += rank.compute_s;
  }
  if (sum <= 0) return "";
  return "imbalance of computing " + percent(most * static_cast<long double>(report.processors.size()) / sum - 1);
}

}  // namespace

std::string text(const document::Report& report, TextOptions options) {
  std::string result = wrap(printable(title(report), options.ascii), options.width) + "\n";
  result += text(bars_of(report), options) + "\n";
  if (report.processors.size() <= summary_above) result += rank_table(report, options) + "\n";
  const auto even = imbalance(report);
  return even.empty() ? result : result + wrap(even, options.width);
}

std::string svg(const document::Report& report) { return svg(bars_of(report), title(report)); }

}  // namespace uneven::draw
