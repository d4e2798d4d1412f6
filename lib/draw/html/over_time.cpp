// SPDX-License-Identifier: MIT
#include "draw/html/over_time.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "draw/html/page.hpp"
#include "draw/html/parts.hpp"
#include "draw/picture.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"
#include "trace/reader.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_places = 3000, most_places_of_row = 120;  // for the pointer
constexpr std::size_t periods = 12;                                  // of the table
constexpr std::size_t few_rows = 16;                                 // which are higher
constexpr std::array<const char*, 3> accounts{"compute", "communicate", "wait"};
static_assert(accounts.size() == trace::Timeline::accounts);

/// The first rank whose compute seconds differ between trace and report, if more than half of the ranks differ. Fewer
/// may differ in the same run, by computing that the report does not count.
std::optional<std::size_t> differing_rank(const document::Report& report, const trace::Answer& trace) {
  constexpr double relative = 1e-3, absolute_s = 2e-6;
  std::vector<std::size_t> differing;
  for (std::size_t i = 0; i < trace.compute_s.size(); ++i) {
    const double wanted_s = report.processors[i].compute_s;
    if (!(std::abs(trace.compute_s[i] - wanted_s) <= relative * wanted_s + absolute_s)) differing.push_back(i);
  }
  if (2 * differing.size() <= trace.compute_s.size()) return std::nullopt;
  return differing.front();
}

void require_same_run(const document::Report& report, const trace::Answer& trace, const std::string& path) {
  const auto require = [&](bool same, const std::string& found, const std::string& expected) {
    if (!same)
      throw InputError(path + ": is the trace of another run: found " + found + "; expected " + expected +
                       ", as in the report");
  };
  const bool simulated = report.simulated.value_or(false);
  require(trace.simulated == simulated, trace.simulated ? "a simulated run" : "a real run",
          simulated ? "a simulated one" : "a real one");
  for (std::size_t i = 0; i < trace.hosts.size(); ++i) {
    const std::string& host = report.processors[i].host;
    require(host.empty() || trace.hosts[i].empty() || trace.hosts[i] == host,
            "rank " + std::to_string(i) + " on " + shown(trace.hosts[i]), shown(host));
  }
  if (const auto rank = differing_rank(report, trace))
    require(false, "that rank " + std::to_string(*rank) + " computed for " + shortest(trace.compute_s[*rank]) + " s",
            shortest(report.processors[*rank].compute_s) + " s");
}

/// A timeline with the ranks of each of its rows.
class Lanes {
 public:
  Lanes(const trace::Timeline& timeline, const std::vector<BarGroup>& groups) : time_(timeline), groups_(groups) {}

  double end_s() const { return seconds_at(time_.columns()); }
  double seconds_at(std::size_t column) const {
    return 1e-9 * static_cast<double>(std::min(time_.end_ns(), static_cast<std::int64_t>(column) * time_.column_ns()));
  }

  /// Fractions of the time of rows [row, end) in columns [first, last), by account. They add up to 1, or less where
  /// other activities took time.
  std::array<double, 3> shares(std::size_t row, std::size_t end, std::size_t first, std::size_t last) const {
    double ranks = 0;
    std::array<double, 3> result{};
    for (std::size_t r = row; r < end; ++r) {
      ranks += static_cast<double>(groups_[r].bars.size());
      for (std::size_t account = 0; account < result.size(); ++account)
        result[account] += time_.ns(r, account, first, last);
    }
    const double all = std::max(1e9 * ranks * (seconds_at(last) - seconds_at(first)),
                                std::accumulate(result.begin(), result.end(), 0.0));
    for (double& share : result) share = all > 0 ? share / all : 0;
    return result;
  }

  /// The areas, the later accounts below the earlier ones, and the strips for the pointer.
  std::string svg(const std::string& label) const {
    std::string areas, strips;
    for (std::size_t account = accounts.size(); account-- > 0;) {
      std::string path;
      for (std::size_t row = 0; row < groups_.size(); ++row) path += area(row, account + 1);
      areas += "<path class=\"area" + std::to_string(account) + "\" d=\"" + path + "\"/>\n";
    }
    const auto wanted = std::clamp<std::size_t>(most_places / groups_.size(), 1, most_places_of_row);
    const std::size_t step = (time_.columns() + wanted - 1) / wanted;
    for (std::size_t row = 0; row < groups_.size(); ++row) {
      strips += "<g transform=\"translate(0 " + std::to_string(row * height()) + ")\">\n";
      for (std::size_t from = 0; from < time_.columns(); from += step)
        strips += strip(row, from, std::min(time_.columns(), from + step));
      strips += "</g>\n";
    }
    return "<svg viewBox=\"0 0 " + std::to_string(time_.columns()) + " " + std::to_string(groups_.size() * height()) +
           "\" preserveAspectRatio=\"none\" role=\"img\"" + attribute("aria-label", label) + ">\n" + areas + strips +
           "</svg>\n";
  }

 private:
  std::size_t height() const { return groups_.size() > few_rows ? 24 : 80; }  ///< of a row, in units of the SVG
  std::size_t strip_height() const { return height() - height() / 8; }

  /// Steps along the sum of the first accounts, up from the foot of the row.
  std::string area(std::size_t row, std::size_t first_accounts) const {
    const auto foot = static_cast<int>(row * height() + strip_height());
    std::string path = "M0 " + std::to_string(foot);
    int level = 0;
    std::size_t drawn = 0;
    for (std::size_t column = 0; column <= time_.columns(); ++column) {
      int next = 0;
      if (column < time_.columns()) {
        const auto shares_of_column = shares(row, row + 1, column, column + 1);
        next = static_cast<int>(
            std::lround(static_cast<double>(strip_height()) *
                        std::reduce(shares_of_column.begin(),
                                    shares_of_column.begin() + static_cast<std::ptrdiff_t>(first_accounts))));
      }
      if (next == level) continue;
      if (column > drawn) path += "h" + std::to_string(column - drawn);
      path += "v" + std::to_string(level - next);
      drawn = column;
      level = next;
    }
    return path + "z";
  }

  std::string strip(std::size_t row, std::size_t first, std::size_t last) const {
    const auto parts = shares(row, row + 1, first, last);
    std::string text =
        groups_[row].label + ", " + time_text(seconds_at(first)) + "–" + time_text(seconds_at(last)) + ":";
    for (std::size_t account = 0; account < parts.size(); ++account)
      text += std::string(account > 0 ? "," : "") + " " + accounts[account] + " " + percent(parts[account]);
    return "<rect class=\"hit\" x=\"" + std::to_string(first) + "\" width=\"" + std::to_string(last - first) +
           "\" height=\"" + std::to_string(strip_height()) + "\"><title>" + escaped(text) + "</title></rect>\n";
  }

  const trace::Timeline& time_;
  const std::vector<BarGroup>& groups_;
};

/// All ranks, by period.
std::string period_table(const trace::Timeline& time, const Lanes& lanes) {
  Table table{"periods", "Shares of all ranks' time, by period", {{"from"}, {"to", false, true}}, {}};
  for (const char* account : accounts) table.columns.push_back({account});
  table.columns.push_back({"other"});
  const std::size_t step = (time.columns() + periods - 1) / periods;
  for (std::size_t from = 0; from < time.columns(); from += step) {
    const std::size_t to = std::min(time.columns(), from + step);
    auto& cells = table.rows.emplace_back().cells;
    cells = {time_cell(lanes.seconds_at(from)), time_cell(lanes.seconds_at(to))};
    if (const auto blank = cells[0].text.find(' '); blank != std::string::npos)
      cells[0].text.replace(blank, 1, "\u00a0");
    double rest = 1;
    for (const double share : lanes.shares(0, time.rows(), from, to)) {
      cells.push_back(percent_cell(share));
      rest -= share;
    }
    cells.push_back(percent_cell(std::max(0.0, rest)));
  }
  return "<details>\n<summary>The numbers, by period</summary>\n" + html_table(table) + "</details>\n";
}

std::string sentences(const trace::Answer& trace, const Lanes& lanes, const std::string& by, std::size_t unplaced) {
  std::string text = by.empty()      ? "A row is a rank"
                     : by == "group" ? "A row is the mean of neighbouring ranks"
                                     : "A row is the mean of a " + by + "'s ranks";
  text += ", a column " + time_text(lanes.end_s() / static_cast<double>(trace.timeline.columns())) +
          "; the colours divide its height by what the time went to.";
  if (trace.work_begins_ns > 0)
    text += " The ranks prepare until " + time_text(1e-9 * static_cast<double>(trace.work_begins_ns)) + ".";
  text += " What is blank went to other things, such as preparing, moves, checkpoints or new plans.";
  if (trace.forgotten > 0)
    text += " " + counted(static_cast<std::size_t>(trace.forgotten), "short span") +
            " not kept by the trace are blank, too; the times of the ranks above count them.";
  if (unplaced > 0)
    text += " " + counted(unplaced, "change") + " of the distribution not marked: the trace does not tell when.";
  return html_paragraph(text);
}

}  // namespace

std::string over_time(const document::Report& report, const std::string& path, const std::vector<Event>& events) {
  const auto [by, groups] = groups_of(bars_of(report), most_bars);
  trace::Question question{std::vector<std::size_t>(report.processors.size()), groups.size()};
  for (std::size_t row = 0; row < groups.size(); ++row)
    for (const std::size_t rank : groups[row].bars) question.row_of_rank[rank] = row;
  const auto iteration = [](const Event& event) { return std::llround(event.superstep > 0 ? 0 : event.iteration); };
  const auto superstep = [](const Event& event) { return std::llround(event.superstep); };
  for (const Event& event : events) {
    question.iterations.insert(iteration(event));
    question.supersteps.insert(superstep(event));
  }
  const trace::Answer trace = trace::read(path, question);
  require_same_run(report, trace, path);
  if (trace.timeline.columns() == 0) return html_paragraph("The trace has no spans of computing or waiting.");

  const Lanes lanes(trace.timeline, groups);
  const auto marks = marks_of(events, [&](const Event& event) -> std::optional<std::pair<double, std::string>> {
    const auto& ends_ns = event.superstep > 0 ? trace.superstep_ends_ns : trace.iteration_ends_ns;
    const auto end_ns = ends_ns.find(event.superstep > 0 ? superstep(event) : iteration(event));
    if (end_ns == ends_ns.end()) return std::nullopt;
    const double at_s = 1e-9 * static_cast<double>(end_ns->second);
    return std::pair{at_s, time_text(at_s)};
  });
  const auto changes = static_cast<std::size_t>(std::ranges::count_if(events, &Event::changes));
  // The last column may reach beyond the end.
  const double width_s =
      1e-9 * static_cast<double>(trace.timeline.column_ns()) * static_cast<double>(trace.timeline.columns());
  const auto place = [&](double at_s) { return std::clamp(at_s / width_s, 0.0, 1.0); };

  std::string names, labels, lines;
  for (const BarGroup& group : groups)
    names += "<li" + attribute("title", group.label) + ">" + escaped(group.label) + "</li>";
  for (const double tick : draw::marks(lanes.end_s())) labels += overlay("x", "left", place(tick), time_text(tick));
  const std::vector<int> room = room_of(marks, place);
  for (std::size_t i = 0; i < marks.size(); ++i)
    lines += overlay(room[i] > 1 ? "moment" : "moment near", "left", place(marks[i].at), "");
  const auto all = lanes.shares(0, groups.size(), 0, trace.timeline.columns());
  std::string label = counted(report.processors.size(), "rank") + " over " + time_text(lanes.end_s()) + ":";
  for (std::size_t account = 0; account < accounts.size(); ++account)
    label += std::string(account > 0 ? "," : "") + " " + accounts[account] + " " + percent(all[account]);
  return sentences(trace, lanes, by, changes - marks.size()) + legend_of({accounts.begin(), accounts.end()}) +
         "<figure class=\"lanes" + (marks.empty() ? "" : " marked") + (groups.size() > few_rows ? " many" : "") +
         "\">\n<ul class=\"names\">" + names + "</ul>\n<div class=\"area tips\" tabindex=\"0\" role=\"group\"" +
         attribute("aria-label", label) + ">\n" + lanes.svg(label) + labels + lines + labels_of(marks, place) +
         "</div>\n</figure>\n" + period_table(trace.timeline, lanes);
}

}  // namespace uneven::draw
