// SPDX-License-Identifier: MIT
#include "hbsp/supersteps_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/foreign_text.hpp"
#include "data/fields.hpp"
#include "data/text_lines.hpp"

namespace uneven::hbsp {
namespace {

using document::SuperstepCost;

constexpr std::size_t longest_quote = 40;  // characters

double amount_in(std::string_view field, const char* column, const std::string& where) {
  const auto value = data::decimal(field);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw InputError(where + column + ": found '" + shown_data(field, longest_quote) + "'; expected a number >= 0");
}

/// @return  nothing for *.
std::optional<std::size_t> processor_in(std::string_view field, std::size_t processors, const std::string& where) {
  if (field == "*") return {};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error == std::errc() && end == field.data() + field.size() && number < processors) return number;
  throw InputError(where + "processor: found '" + shown_data(field, longest_quote) + "'; expected 0 to " +
                   std::to_string(processors - 1) + ", or * for all together");
}

bool is_title(const std::vector<std::string_view>& fields) {
  return fields == std::vector<std::string_view>{"superstep", "processor", "w", "h"};
}

}  // namespace

std::vector<SuperstepCost> read_supersteps(const std::string& path, std::size_t processors) {
  const std::string text = read_file(path), name = input_name(path);
  data::TextLines lines(text, name, {.comment_marks = "#", .tabs_separate = true});
  std::vector<SuperstepCost> steps;
  std::map<std::string, std::size_t, std::less<>> places;
  std::optional<data::Separator> separator;
  while (lines.next()) {
    const bool first = !separator;
    if (first)
      separator = lines.text().find('\t') == std::string_view::npos ? data::Separator::comma : data::Separator::tab;
    auto fields = data::fields_of(lines.text(), *separator);
    for (std::string_view& field : fields) field = data::trimmed(field);
    if (first && is_title(fields)) continue;
    if (fields.size() != 4)
      throw InputError(lines.where() + "found " + std::to_string(fields.size()) +
                       (fields.size() == 1 ? " field" : " fields") + "; expected 4: superstep, processor, w, h");
    const auto [place, is_new] = places.try_emplace(std::string(fields[0]), steps.size());
    if (is_new)
      steps.push_back({place->first, std::vector<double>(processors, 0.0), std::vector<double>(processors, 0.0)});
    SuperstepCost& step = steps[place->second];
    const auto processor = processor_in(fields[1], processors, lines.where());
    (processor ? step.work[*processor] : step.shared_work) += amount_in(fields[2], "w", lines.where());
    (processor ? step.traffic[*processor] : step.shared_traffic) += amount_in(fields[3], "h", lines.where());
  }
  if (steps.empty()) throw InputError(name + ": no rows; expected superstep, processor, w, h");
  return steps;
}

}  // namespace uneven::hbsp
