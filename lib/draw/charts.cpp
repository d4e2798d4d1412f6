// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.hpp"
#include "draw/hosts.hpp"
#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"

namespace uneven::draw {

document::Processor processor(const std::vector<document::Processor>& cluster, std::int64_t rank) {
  const auto index = static_cast<std::size_t>(rank);
  return index < cluster.size() ? cluster[index] : document::Processor{};
}

std::string host(const document::Processor& processor, bool ascii) {
  return processor.host ? clip(printable(*processor.host, ascii), 24) : "-";
}

namespace {

constexpr std::size_t longest_warning = 1000;  // characters

std::string unit_of(const document::Speeds& speeds) {
  return speeds.unit.empty() ? "relative speed" : shown(speeds.unit) + " per second";
}

}  // namespace

std::string title(const document::Speeds& speeds) {
  return "speeds of " + counted(speeds.processors.size(), "processor") +
         (speeds.kernel.empty() ? "" : ", kernel " + shown(speeds.kernel));
}

Bars bars_of(const document::Speeds& speeds, bool ascii) {
  Bars chart{{}, unit_of(speeds), {}};
  std::vector<std::string> hosts;
  for (const auto& processor : speeds.processors) hosts.push_back(processor.host.value_or(""));
  hosts = short_hosts(hosts);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const auto& processor = speeds.processors[i];
    std::string value = short_number(processor.speed);
    if (processor.relative_error) value += (ascii ? " +-" : " ±") + percent(*processor.relative_error);
    std::string hover = "processor " + std::to_string(processor.rank);
    if (processor.host) hover += " on " + shown(*processor.host);
    if (processor.cpu) hover += ", " + shown(*processor.cpu);
    Bar& bar = chart.bars.emplace_back();
    bar = {"P" + std::to_string(processor.rank) + (hosts[i].empty() ? "" : " " + shown(hosts[i])),
           {processor.speed},
           value,
           hover + ", " + value,
           shown(hosts[i]),
           shown(processor.cpu.value_or(""))};
    if (processor.relative_error)
      bar.spread = {std::max(0.0, processor.speed * (1 - *processor.relative_error)),
                    processor.speed * (1 + *processor.relative_error)};
  }
  return chart;
}

namespace {

std::string per_byte(double s_per_byte) {
  const std::string line = seconds(s_per_byte) + " per byte";
  return s_per_byte > 0 ? line + " (" + quantity(1.0L / s_per_byte, "B/s") + ")" : line;
}

/// What is known of the network inside hosts, and of their cards; empty on one level.
std::string inside_hosts(const document::NetworkSpeeds& network) {
  std::string line;
  const auto add = [&](const std::string& start, const std::string& what) {
    line += (line.empty() ? start : ", ") + what;
  };
  if (const auto& within = network.within_host) {
    const std::string start = "; within a host: ";
    if (within->latency_s) add(start, "latency " + seconds(*within->latency_s));
    if (within->gap_s_per_byte) add(start, per_byte(*within->gap_s_per_byte));
    if (within->message_s) add(start, "receiver's work " + seconds(*within->message_s) + " per message");
  }
  return network.host_gap_s_per_byte ? line + "; card of a host: " + per_byte(*network.host_gap_s_per_byte) : line;
}

}  // namespace

std::string network(const document::Speeds& speeds) {
  if (!speeds.network) return "network: not measured";
  const auto& network = *speeds.network;
  const std::string line = std::string(has_two_levels(network) ? "network between hosts" : "network") + ": latency " +
                           seconds(network.latency_s) + ", " + per_byte(network.gap_s_per_byte) + ", barrier " +
                           seconds(network.barrier_s) + ", receiver's work " + seconds(network.message_s) +
                           " per message" + inside_hosts(network);
  return speeds.operation_s_per_element ? line + "; one addition " + seconds(*speeds.operation_s_per_element) : line;
}

std::string text(const document::Speeds& speeds, TextOptions options) {
  const auto unit = speeds.unit.empty() ? "" : ", in " + shown(speeds.unit) + " per second";
  std::string result = wrap(printable(title(speeds) + unit, options.ascii), options.width) + "\n";
  result += text(bars_of(speeds, options.ascii), options) + "\n" + wrap(network(speeds), options.width);
  for (const auto& warning : speeds.warnings)
    result += wrap("warning: " + printable(shown(warning, longest_warning), options.ascii), options.width);
  return result;
}

Notes notes_of(const document::Speeds& speeds) {
  Notes notes{{network(speeds)}, {}};
  for (const auto& warning : speeds.warnings) notes.sentences.push_back("warning: " + shown(warning, longest_warning));
  return notes;
}

Svg svg(const document::Speeds& speeds) { return svg(bars_of(speeds, false), title(speeds)); }

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
                     counted(report.processors.size(), report.simulated.value_or(false) ? "simulated rank" : "rank") +
                     ", " + seconds(report.seconds_per_iteration) + " each";
  if (report.predicted_seconds_per_iteration)
    line += " (predicted " + seconds(*report.predicted_seconds_per_iteration) + ")";
  const std::string end = how_it_ended(report);
  return end.empty() ? line : line + ", " + end;
}

Bars bars_of(const document::Report& report) {
  Bars chart{{"compute", "communicate", "wait"}, "s", {}, "rank"};
  std::vector<std::string> hosts;
  for (const auto& rank : report.processors) hosts.push_back(rank.host);
  hosts = short_hosts(hosts);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const auto& rank = report.processors[i];
    const long double all = 0.0L + rank.compute_s + rank.communicate_s + rank.wait_s;
    const auto name = "P" + std::to_string(rank.rank) + (hosts[i].empty() ? "" : " " + shown(hosts[i]));
    chart.bars.push_back({name,
                          {rank.compute_s, rank.communicate_s, rank.wait_s},
                          seconds(all),
                          name + ": compute " + seconds(rank.compute_s) + ", communicate " +
                              seconds(rank.communicate_s) + ", wait " + seconds(rank.wait_s),
                          shown(hosts[i]),
                          shown(rank.cpu)});
  }
  return chart;
}

namespace {

/// Nothing above 64 ranks.
Listing rank_listing(const document::Report& report) {
  Listing result{
      "",
      {{"rank"}, {"host", true, 3}, {"work", false, 2}, {"speed", false, 1}, {"compute"}, {"communicate"}, {"wait"}},
      {}};
  if (report.processors.size() > summary_above) return result;
  for (const auto& rank : report.processors)
    result.rows.push_back(
        {std::to_string(rank.rank), clip(printable(rank.host.empty() ? "-" : rank.host, false), 24),
         short_number(rank.work),
         rank.compute_s > 0 ? short_number(static_cast<long double>(rank.work) / rank.compute_s) : "-",
         seconds(rank.compute_s), seconds(rank.communicate_s), seconds(rank.wait_s)});
  return result;
}

std::vector<std::string> imbalance_sentence(const document::Report& report) {
  const auto even = imbalance(report);
  if (!even) return {};
  return {"imbalance of computing " + percent(*even)};
}

}  // namespace

std::optional<long double> imbalance(const document::Report& report) {
  long double most = 0, sum = 0;
  for (const auto& rank : report.processors) {
    most = std::max<long double>(most, rank.compute_s);
    sum += rank.compute_s;
  }
  if (sum <= 0) return {};
  return most * static_cast<long double>(report.processors.size()) / sum - 1;
}

std::string text(const document::Report& report, TextOptions options) {
  std::string result = wrap(printable(title(report), options.ascii), options.width);
  if (const std::string found = result_line(report); !found.empty())
    result += wrap(printable(found, options.ascii), options.width);
  result += "\n" + text(bars_of(report), options) + listed({rank_listing(report)}, options) + "\n";
  for (const std::string& line : imbalance_sentence(report)) result += wrap(line, options.width);
  return result;
}

Notes notes_of(const document::Report& report) {
  Notes notes{imbalance_sentence(report), {rank_listing(report)}};
  if (const std::string found = result_line(report); !found.empty())
    notes.sentences.insert(notes.sentences.begin(), found);
  return notes;
}

Svg svg(const document::Report& report) { return svg(bars_of(report), title(report)); }

}  // namespace uneven::draw
