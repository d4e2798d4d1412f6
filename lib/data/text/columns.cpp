// SPDX-License-Identifier: MIT
#include "data/text/columns.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "data/text/fields.hpp"
#include "document/common.hpp"

namespace uneven::data {

namespace {

using document::Range;

/// A whole number from 1; 0 if it is none.
std::int64_t number_from_one(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

/// The columns of an item of the list, from 0; count 0 if it names none.
Range columns_of(std::string_view item, const std::vector<std::string>& names) {
  if (const auto name = std::ranges::find(names, item); name != names.end()) return {name - names.begin(), 1};
  const std::size_t dash = item.find('-');
  const std::int64_t first = number_from_one(trimmed(item.substr(0, dash)));
  const std::int64_t last = dash == item.npos ? first : number_from_one(trimmed(item.substr(dash + 1)));
  return first > 0 && last >= first ? Range{first - 1, last - first + 1} : Range{0, 0};
}

std::string expectation(std::int64_t columns, const std::vector<std::string>& names) {
  const std::string text = "; expected numbers from 1 to " + std::to_string(columns) + ", or ranges such as 2-3";
  return names.empty() ? text + "; the file has no names of columns" : text + ", or names of the header";
}

}  // namespace

std::vector<std::int64_t> chosen_columns(const std::string& list, std::int64_t columns,
                                         const std::vector<std::string>& names, const std::string& where) {
  std::vector<std::int64_t> chosen;
  std::vector<bool> taken(static_cast<std::size_t>(columns));
  for (const std::string& text : split(list, ',')) {
    const std::string_view item = trimmed(text);
    const Range range = columns_of(item, names);
    if (range.count == 0 || range.end() > columns)
      throw InputError(where + ": has no column '" + shown(item) + "'" + expectation(columns, names));
    if (std::ranges::count(names, item) > 1)
      throw InputError(where + ": several columns have the name '" + shown(item) + "'; expected a number from 1");
    for (std::int64_t column = range.first; column < range.end(); ++column) {
      if (taken[static_cast<std::size_t>(column)])
        throw InputError(where + ": column " + std::to_string(column + 1) + " is chosen twice; expected it once");
      taken[static_cast<std::size_t>(column)] = true;
      chosen.push_back(column);
    }
  }
  return chosen;
}

}  // namespace uneven::data
