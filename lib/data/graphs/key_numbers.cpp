// SPDX-License-Identifier: MIT
#include "data/graphs/key_numbers.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/graphs/graph_lines.hpp"

namespace uneven::data {

KeyNumbers read_key_numbers(const std::string& path, int part, int parts) {
  constexpr TextHabits habits{.comment_marks = "#"};
  GraphFormat format{.path = path, .least_weight = 0};
  TextLines first(path, habits);
  const auto next = [&] {
    if (!first.next()) throw InputError(path + ": holds no keys");
    format.separator = separator_of_words(first.text(), 2);
    return fields_of(first.text(), format.separator);
  };
  auto fields = next();
  if (fields.size() == 2 && !decimal(trimmed(fields[1]))) {
    format.start = first.end();
    fields = next();
  }
  format.columns = fields.size();
  format.rest = first.end();
  KeyNumbers result;
  std::string space;
  TextLines lines = lines_of(format, habits, part, parts);
  while (lines.next()) {
    fields = fields_of(lines.text(), format.separator);
    if (fields.size() != format.columns || fields.size() > 2)
      throw InputError(lines.where() + std::to_string(fields.size()) + " fields; expected " +
                       (format.columns == 2 ? "a key and a number" : "a key"));
    result.keys.emplace_back(word_of(fields[0], format.separator, space));
    result.numbers.push_back(fields.size() == 2 ? weight_of(trimmed(fields[1]), format, lines) : 1);
  }
  return result;
}

}  // namespace uneven::data
