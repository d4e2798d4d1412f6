// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "base/text_stream.hpp"
#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr double beside = 30, top = 44, between = 22, line = 16;  // pixels
constexpr double letter = 7.4;                                    // width of a character of 12 pixels
constexpr double lowest = 720;                                    // of columns beside a low picture
constexpr int longest_sentence = 64, longest_cell = 48, widest_table = 90, gap_of_columns = 2;  // characters
constexpr std::size_t fewest_rows = 12;  // that a table begins with at the foot of a column

/// Where the next line goes. Columns follow each other from left to right.
class Columns {
 public:
  explicit Columns(Svg& picture)
      : picture_(picture), foot_(std::max(picture.height(), lowest) - line), x_(picture.width() + beside) {}

  double x() const { return x_; }
  double y() const { return y_; }
  bool is_new() const { return y_ == top; }

  /// Lines that fit below.
  std::size_t room() const { return y_ < foot_ ? static_cast<std::size_t>((foot_ - y_) / line) : 0; }

  void next_column() {
    x_ = end_ + beside;
    y_ = top;
  }

  /// Moves down by a line, after `width` pixels of this one were written.
  void take_line(double width) {
    y_ += line;
    end_ = std::max(end_, x_ + width);
    picture_.extend(end_ + beside, y_ + line);
  }

  void skip() { y_ += between; }

 private:
  Svg& picture_;
  double foot_, x_, y_ = top, end_ = 0;
};

void write_line(Svg& picture, Columns& columns, const std::string& text, const std::string& style = "") {
  picture.text(columns.x(), columns.y() + 12, text, style);
  columns.take_line(letter * length(text));
}

void write_sentence(Svg& picture, Columns& columns, const std::string& sentence) {
  InputText lines(wrap(printable(sentence, false), longest_sentence, 0));
  for (std::string words; std::getline(lines, words);) {
    if (columns.room() == 0) columns.next_column();
    write_line(picture, columns, words);
  }
  columns.skip();
}

void write_cells(Svg& picture, const Columns& columns, const TextColumns& table, const std::vector<std::string>& cells,
                 const std::string& style) {
  double x = columns.x();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const double width = letter * table.widths[c];
    if (table.headings[c].left)
      picture.text(x, columns.y() + 12, cells[c], style);
    else
      picture.text(x + width, columns.y() + 12, cells[c], style + " text-anchor=\"end\"");
    x += width + letter * gap_of_columns;
  }
}

/// The first `most` rows, but for those that are marked.
void cut(Listing& listing, std::size_t most) {
  const auto is_marked = [](const auto& row) { return row[0] == "*"; };
  auto left = static_cast<std::size_t>(std::ranges::count_if(listing.rows, is_marked));
  TextRows kept;
  for (auto& row : listing.rows) {
    const bool marked = is_marked(row);
    left -= marked ? 1 : 0;
    if (marked || kept.size() + left < most) kept.push_back(std::move(row));
  }
  listing.more += listing.rows.size() - kept.size();
  listing.rows = std::move(kept);
}

void write_table(Svg& picture, Columns& columns, Listing listing) {
  const std::size_t above = listing.caption.empty() ? 1 : 2;
  if (!columns.is_new() && columns.room() < above + std::min(listing.rows.size(), fewest_rows)) columns.next_column();
  const std::size_t room = std::max(columns.room(), above + fewest_rows) - above - (listing.more > 0 ? 1 : 0);
  if (listing.rows.size() > room) cut(listing, room - (listing.more > 0 ? 0 : 1));
  for (auto& row : listing.rows)
    for (auto& cell : row) cell = clip(printable(cell, false), longest_cell);
  const TextColumns table = fitted(std::move(listing.headings), std::move(listing.rows), widest_table, gap_of_columns);
  double width = 0;
  for (const int characters : table.widths) width += letter * (characters + gap_of_columns);
  if (!listing.caption.empty()) write_line(picture, columns, listing.caption, " font-weight=\"bold\"");
  std::vector<std::string> titles;
  for (const auto& heading : table.headings) titles.push_back(heading.title);
  write_cells(picture, columns, table, titles, " fill=\"#555555\"");
  columns.take_line(width);
  picture.line(columns.x(), columns.y(), columns.x() + width - letter * gap_of_columns, columns.y(),
               " stroke=\"#bbbbbb\"");
  for (const auto& cells : table.rows) {
    if (!cells.empty() && cells[0] == "*")
      picture.rectangle(columns.x() - 4, columns.y() + 1, width - letter * gap_of_columns + 8, line - 1,
                        attribute("class", "chosen") + " fill=\"#fdf0d0\"");
    write_cells(picture, columns, table, cells, attribute("class", "cell"));
    columns.take_line(width);
  }
  if (listing.more > 0)
    write_line(picture, columns, "... and " + std::to_string(listing.more) + " more", " fill=\"#555555\"");
  columns.skip();
}

}  // namespace

void add_notes(Svg& picture, const Notes& notes) {
  Columns columns(picture);
  for (const std::string& sentence : notes.sentences) write_sentence(picture, columns, sentence);
  for (const Listing& table : notes.tables)
    if (!table.rows.empty()) write_table(picture, columns, table);
}

}  // namespace uneven::draw
