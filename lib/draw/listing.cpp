// SPDX-License-Identifier: MIT
#include "draw/listing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace uneven::draw {

namespace {

constexpr int text_gap = 2;
constexpr std::size_t most_rows_of_listing = 20;

std::vector<int> widths_of(const std::vector<Heading>& headings, const TextRows& rows) {
  std::vector<int> widths;
  for (std::size_t c = 0; c < headings.size(); ++c) {
    int width = length(headings[c].title);
    for (const auto& row : rows) width = std::max(width, length(row[c]));
    widths.push_back(width);
  }
  return widths;
}

std::string line(const TextColumns& columns, const std::vector<std::string>& cells, int limit) {
  std::string result;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (c > 0) result += std::string(text_gap, ' ');
    result += columns.headings[c].left ? pad_right(cells[c], columns.widths[c]) : pad_left(cells[c], columns.widths[c]);
  }
  result = clip(result.substr(0, result.find_last_not_of(' ') + 1), limit);
  return result + "\n";
}

}  // namespace

TextColumns fitted(std::vector<Heading> headings, TextRows rows, int width, int gap) {
  const auto drop = [&](std::size_t column) {
    headings.erase(headings.begin() + static_cast<std::ptrdiff_t>(column));
    for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
  };
  for (std::size_t c = headings.size(); c-- > 0;)
    if (!rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[c] == "-"; })) drop(c);
  auto widths = widths_of(headings, rows);
  const auto total = [&] {
    return std::accumulate(widths.begin(), widths.end(), gap * (static_cast<int>(widths.size()) - 1));
  };
  while (total() > width) {
    const auto last = std::max_element(headings.begin(), headings.end(),
                                       [](const Heading& a, const Heading& b) { return a.rank < b.rank; });
    if (last->rank == 0) break;
    widths.erase(widths.begin() + (last - headings.begin()));
    drop(static_cast<std::size_t>(last - headings.begin()));
  }
  return {std::move(headings), std::move(rows), std::move(widths)};
}

std::string table(std::vector<Heading> headings, TextRows rows, TextOptions options) {
  const TextColumns columns = fitted(std::move(headings), std::move(rows), options.width, text_gap);
  std::vector<std::string> titles;
  for (const auto& heading : columns.headings) titles.push_back(heading.title);
  std::string result = line(columns, titles, options.width);
  for (const auto& row : columns.rows) result += line(columns, row, options.width);
  return result;
}

Listing first_of(Listing listing) {
  if (listing.rows.size() <= most_rows_of_listing) return listing;
  listing.more += listing.rows.size() - most_rows_of_listing;
  listing.rows.resize(most_rows_of_listing);
  return listing;
}

std::string text(const Listing& listing, TextOptions options) {
  if (listing.rows.empty()) return "";
  TextRows rows = listing.rows;
  for (auto& row : rows)
    for (auto& cell : row) cell = printable(cell, options.ascii);
  return (listing.caption.empty() ? "" : wrap(listing.caption, options.width)) +
         table(listing.headings, std::move(rows), options) +
         (listing.more > 0 ? "... and " + std::to_string(listing.more) + " more\n" : "");
}

std::string listed(const std::vector<Listing>& listings, TextOptions options) {
  std::string result;
  for (const Listing& listing : listings)
    if (const std::string lines = text(listing, options); !lines.empty()) result += "\n" + lines;
  return result;
}

}  // namespace uneven::draw
