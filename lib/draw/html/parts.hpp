// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "draw/picture.hpp"

namespace uneven::draw {

/// A time with a unit that suits: 23 µs.
std::string time_text(double seconds);

/// The same sign for microseconds in any text.
std::string with_micro(std::string text);

/// A cell of a table.
struct Cell {
  std::string text;
  std::optional<double> key{};  ///< what sorting compares; absent: the text
};

/// A number as it is shown, and sorted by its value; "-" where there is none.
Cell count_cell(double count);
Cell time_cell(std::optional<double> seconds);
Cell percent_cell(double share);

struct Column {
  std::string title;
  bool left = false;       ///< text stands left, numbers right
  bool wide_only = false;  ///< not on narrow screens
};

struct Row {
  std::vector<Cell> cells;  ///< the first names the row
  bool chosen = false;      ///< the plan's own
};

/// A table that the reader can sort by any column.
struct Table {
  std::string id, caption;
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// HTML of the first 200 rows, and of the chosen one; then how many more there are. A column of nothing but "-" is left
/// out. Nothing if there are no rows.
std::string html_table(const Table& table);

/// A bar for each line of a chart in a table that can be sorted, with further columns. Above 64 bars those of a host
/// become one, see grouped(), without further columns.
/// @param columns  titles of further columns.
/// @param cells    by bar, those of the columns.
std::string bar_table(const std::string& id, const std::string& caption, const Bars& chart,
                      const std::vector<Column>& columns = {}, const std::vector<std::vector<Cell>>& cells = {});

/// An event on a curve.
struct Mark {
  double at = 0;  ///< on the horizontal axis
  std::string label, text;
};

/// A word at the edge of a chart.
/// @param name   its class. @param side  of CSS, from which `place`, 0 to 1, is counted.
/// @param hover  for the pointer.
std::string overlay(const std::string& name, const std::string& side, double place, const std::string& text,
                    const std::string& hover = "");

/// How much room there is for the label of each mark: none (0), on wide screens (1), on all (2).
/// @param place  of a mark, 0 at the left edge to 1.
std::vector<int> room_of(const std::vector<Mark>& marks, const std::function<double(double)>& place);

/// The labels of marks above a chart, where there is room.
std::string labels_of(const std::vector<Mark>& marks, const std::function<double(double)>& place);

/// A list of the kinds of parts, each with its colour.
std::string legend_of(const std::vector<std::string>& kinds);

/// Values by iteration.
struct Curve {
  std::string title;
  std::vector<double> values{};  ///< NaN where there is none
  bool times = false;            ///< in seconds, from 0
  double first = 1;              ///< place of the first value
  double step = 1;               ///< between values
  std::optional<double> expected{};
  std::vector<Mark> marks{};
};

/// HTML of a curve: by a logarithmic scale where positive values span more than a factor of 100. Nothing below two
/// finite values. Its size is bounded: of many values each pixel keeps the least and the greatest.
std::string curve(const Curve& curve);

/// Values between places, such as latencies between ranks. Symmetric.
struct HeatMap {
  std::string title;
  std::vector<std::string> names;
  std::function<std::optional<double>(std::size_t, std::size_t)> value;
  std::function<std::string(double)> text;                      ///< of a value
  std::function<std::string(std::size_t, std::size_t)> remark;  ///< for the pointer, after the value
};

/// HTML of a table of coloured cells with a legend.
std::string heat_map(const HeatMap& map);

}  // namespace uneven::draw
