#include "draw/table.hpp"

#include <algorithm>
#include <numeric>

namespace uneven::draw {
namespace {

constexpr int gap = 2;

std::vector<int> widths_of(const std::vector<Heading>& headings, const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (std::size_t c = 0; c < headings.size(); ++c) {
    int width = length(headings[c].title);
    for (const auto& row : rows) width = std::max(width, length(row[c]));
    widths.push_back(width);
  }
  return widths;
}

int total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), gap * (static_cast<int>(widths.size()) - 1));
}

std::string line(const std::vector<Heading>& headings, const std::vector<std::string>& cells,
                 const std::vector<int>& widths, int limit) {
  std::string result;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (c > 0) result += std::string(gap, ' ');
    result += headings[c].left ? pad_right(cells[c], widths[c]) : pad_left(cells[c], widths[c]);
  }
  result = clip(result.substr(0, result.find_last_not_of(' ') + 1), limit);
  return result + "\n";
}

}  // namespace

std::string table(std::vector<Heading> headings, std::vector<std::vector<std::string>> rows, TextOptions options) {
  const auto drop = [&](std::size_t column) {
    headings.erase(headings.begin() + static_cast<std::ptrdiff_t>(column));
    for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
  };
  for (std::size_t c = headings.size(); c-- > 0;)
    if (!rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[c] == "-"; })) drop(c);
  auto widths = widths_of(headings, rows);
  while (total(widths) > options.width) {
    const auto last = std::max_element(headings.begin(), headings.end(),
                                       [](const Heading& a, const Heading& b) { return a.rank < b.rank; });
    if (last->rank == 0) break;
    widths.erase(widths.begin() + (last - headings.begin()));
    drop(static_cast<std::size_t>(last - headings.begin()));
  }
  std::vector<std::string> titles;
  for (const auto& heading : headings) titles.push_back(heading.title);
  std::string result = line(headings, titles, widths, options.width);
  for (const auto& row : rows) result += line(headings, row, widths, options.width);
  return result;
}

std::string first_rows(std::vector<Heading> headings, std::vector<std::vector<std::string>> rows, TextOptions options) {
  constexpr std::size_t most = 20;
  const std::size_t all = rows.size();
  rows.resize(std::min(all, most));
  std::string result = table(std::move(headings), std::move(rows), options);
  return all > most ? result + "... and " + std::to_string(all - most) + " more\n" : result;
}

}  // namespace uneven::draw
