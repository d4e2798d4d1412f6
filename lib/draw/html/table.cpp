// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "draw/html/parts.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_rows_of_table = 200;

std::string class_of(const Column& column) {
  const std::string words = std::string(column.left ? "left" : "") + (column.wide_only ? " wide" : "");
  return words.empty() ? "" : attribute("class", words);
}

std::string heading(const Column& column) {
  return "<th scope=\"col\"" + class_of(column) + ">" + escaped(column.title) + "</th>";
}

/// @param tag  "td", or "th" of the cell that names the row.
std::string cell_of(const Cell& cell, const Column& column, bool names_row, const std::string& more = "") {
  constexpr int longest_short = 24;
  const bool is_long = column.left && length(cell.text) > longest_short;
  const std::string words =
      std::string(column.left ? "left" : "") + (is_long ? " long" : "") + (column.wide_only ? " wide" : "");
  const std::string tag = names_row ? "th scope=\"row\"" : "td";
  const std::string key = cell.key && std::isfinite(*cell.key) ? attribute("data-key", shortest(*cell.key)) : "";
  return "<" + tag + (words.empty() ? "" : attribute("class", words)) + key + ">" + escaped(cell.text) + more +
         (names_row ? "</th>" : "</td>");
}

std::string framed(const std::string& id, const std::string& caption, const std::string& head,
                   const std::string& rows) {
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\"" + attribute("aria-label", caption) +
         ">\n<table class=\"sortable\" id=\"" + id + "\">\n<caption>" + escaped(caption) + "</caption>\n<thead><tr>" +
         head + "</tr></thead>\n<tbody>\n" + rows + "</tbody>\n</table>\n</div>\n";
}

}  // namespace

std::string with_micro(std::string text) {
  for (auto at = text.find(" us"); at != std::string::npos; at = text.find(" us", at)) text.replace(at + 1, 1, "µ");
  return text;
}

std::string time_text(double s) { return with_micro(seconds(s)); }

Cell count_cell(double count) { return {whole(count), count}; }
Cell time_cell(std::optional<double> s) { return s ? Cell{time_text(*s), *s} : Cell{"-"}; }
Cell percent_cell(double share) { return {percent(share), share}; }

std::string html_table(const Table& table) {
  if (table.rows.empty()) return "";
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (!std::ranges::all_of(table.rows, [&](const Row& row) { return row.cells[c].text == "-"; }))
      columns.push_back(c);
  std::string head, rows;
  for (const std::size_t c : columns) head += heading(table.columns[c]);
  std::size_t shown_rows = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    if (i >= most_rows_of_table && !row.chosen) continue;
    ++shown_rows;
    rows += row.chosen ? "<tr class=\"chosen\">" : "<tr>";
    for (const std::size_t c : columns)
      rows += cell_of(row.cells[c], table.columns[c], c == columns.front(),
                      c == columns.front() && row.chosen ? " <span class=\"tag\">chosen</span>" : "");
    rows += "</tr>\n";
  }
  const auto hidden = table.rows.size() - shown_rows;
  return framed(table.id, table.caption, head, rows) +
         (hidden > 0 ? "<p class=\"note\">" + counted(hidden, "more row") + " not shown.</p>\n" : "");
}

namespace {

std::string style_of(const char* name, double percents) { return std::string(name) + ":" + number(percents) + "%;"; }

/// @param longest  length of the full width.
std::string bar_of(const Bar& bar, double longest) {
  const auto percents = [&](double length) { return longest > 0 ? 100 * std::min(length / longest, 1.0) : 0; };
  std::string parts;
  for (std::size_t part = 0; part < bar.parts.size(); ++part)
    parts += "<i class=\"part" + std::to_string(part % 3) + "\" style=\"" +
             style_of("width", percents(bar.parts[part])) + "\"></i>";
  if (bar.spread) {
    const auto [low, high] = *bar.spread;
    parts += std::string(low < high ? "<b" : "<b class=\"tick\"") + " style=\"" + style_of("left", percents(low)) +
             style_of("width", percents(high) - percents(low)) + "\"></b>";
  }
  return "<span class=\"bar\"" + attribute("title", bar.hover) + ">" + parts + "</span>";
}

}  // namespace

std::string legend_of(const std::vector<std::string>& kinds) {
  if (kinds.empty()) return "";
  std::string items;
  for (std::size_t part = 0; part < kinds.size(); ++part)
    items += "<li><i class=\"part" + std::to_string(part % 3) + "\"></i>" + escaped(kinds[part]) + "</li>";
  return "<ul class=\"legend\">" + items + "</ul>\n";
}

std::string bar_table(const std::string& id, const std::string& caption, const Bars& all,
                      const std::vector<Column>& further, const std::vector<std::vector<Cell>>& cells) {
  if (all.bars.empty()) return "";
  const bool whole_chart = all.bars.size() <= most_bars;
  const Bars chart = whole_chart ? all : grouped(all, most_bars);
  double longest = 0;
  for (const Bar& bar : chart.bars) {
    longest = std::max(longest, std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0));
    if (bar.spread) longest = std::max(longest, bar.spread->second);
  }
  const bool stacked = chart.kinds.size() > 1;
  std::vector<Column> columns{{whole_chart ? all.places : "group", true}};
  std::string head = heading(columns[0]) + "<th scope=\"col\" class=\"bars\" data-fixed>" +
                     escaped(chart.unit == "s" ? "time" : chart.unit) + "</th>";
  if (stacked)
    for (const std::string& kind : chart.kinds) head += heading({kind, false, true});
  else
    head += heading({"value"});
  if (whole_chart)
    for (const Column& column : further) head += heading(column);
  std::string rows;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const Bar& bar = chart.bars[i];
    rows += "<tr>" + cell_of({bar.label, static_cast<double>(i)}, columns[0], true) + "<td class=\"bars\">" +
            bar_of(bar, longest) + "</td>";
    if (stacked)
      for (const double part : bar.parts)
        rows += cell_of({with_micro(length_text(chart, part)), part}, {"", false, true}, false);
    else
      rows += cell_of({with_micro(bar.value), bar.parts.at(0)}, {""}, false);
    for (std::size_t c = 0; whole_chart && c < further.size(); ++c)
      rows += cell_of(cells.at(i).at(c), further[c], false);
    rows += "</tr>\n";
  }
  return legend_of(chart.kinds) + framed(id, caption + (whole_chart ? "" : ": the " + chart.places), head, rows);
}

}  // namespace uneven::draw
