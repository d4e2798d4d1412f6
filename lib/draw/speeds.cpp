#include "draw/speeds.hpp"

#include <algorithm>

#include "base/foreign_text.hpp"
#include "draw/bars.hpp"
#include "draw/number.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t longest_warning = 1000;  // characters

std::string unit_of(const document::Speeds& speeds) {
  return speeds.unit.empty() ? "relative speed" : shown(speeds.unit) + " per second";
}

std::string title(const document::Speeds& speeds) {
  return "speeds of " + counted(speeds.processors.size(), "processor") +
         (speeds.kernel.empty() ? "" : ", kernel " + shown(speeds.kernel));
}

Bars bars_of(const document::Speeds& speeds, bool ascii) {
  Bars chart{{}, unit_of(speeds), {}};
  for (const auto& processor : speeds.processors) {
    std::string value = short_number(processor.speed);
    if (processor.relative_error) value += (ascii ? " +-" : " ±") + percent(*processor.relative_error);
    std::string hover = "processor " + std::to_string(processor.rank);
    if (processor.host) hover += " on " + shown(*processor.host);
    if (processor.cpu) hover += ", " + shown(*processor.cpu);
    chart.bars.push_back({"P" + std::to_string(processor.rank) + (processor.host ? " " + shown(*processor.host) : ""),
                          {processor.speed},
                          value,
                          hover + ", " + value});
  }
  return chart;
}

std::string network(const document::Speeds& speeds) {
  if (!speeds.network) return "network: not measured";
  const auto& network = *speeds.network;
  std::string line =
      "network: latency " + seconds(network.latency_s) + ", " + seconds(network.gap_s_per_byte) + " per byte";
  if (network.gap_s_per_byte > 0) line += " (" + quantity(1.0L / network.gap_s_per_byte, "B/s") + ")";
  line +=
      ", barrier " + seconds(network.barrier_s) + ", receiver's work " + seconds(network.message_s) + " per message";
  return speeds.operation_s_per_element ? line + "; one addition " + seconds(*speeds.operation_s_per_element) : line;
}

}  // namespace

std::string text(const document::Speeds& speeds, TextOptions options) {
  const auto unit = speeds.unit.empty() ? "" : ", in " + shown(speeds.unit) + " per second";
  std::string result = wrap(printable(title(speeds) + unit, options.ascii), options.width) + "\n";
  result += text(bars_of(speeds, options.ascii), options) + "\n" + wrap(network(speeds), options.width);
  for (const auto& warning : speeds.warnings)
    result += wrap("warning: " + printable(shown(warning, longest_warning), options.ascii), options.width);
  return result;
}

std::string svg(const document::Speeds& speeds) { return svg(bars_of(speeds, false), title(speeds)); }

}  // namespace uneven::draw
