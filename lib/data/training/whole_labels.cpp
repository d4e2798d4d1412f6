// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/input/file.hpp"
#include "data/input/plain.hpp"
#include "data/text/fields.hpp"
#include "data/training/dataset.hpp"

namespace uneven::data {

namespace {

/// What is wrong with a number in the place of a label.
[[noreturn]] void refuse_label(const DatasetInfo& info, std::int64_t row, double number, const std::string& expected) {
  throw InputError(info.files.back() + ": row " + std::to_string(row + 1) + ": the label " + shortest(number) +
                   "; expected " + expected);
}

}  // namespace

/// Columns behind the inputs.
std::int64_t Dataset::target_columns() const {
  return info_.format == DataFormat::pair ? tables_[1].columns() : tables_[0].columns() - info_.inputs;
}

/// One column stands for several outputs if it holds labels.
bool Dataset::has_whole_labels(const DatasetOptions& options) const {
  if (!info_.labels.empty() || target_columns() != 1) return false;
  if (options.outputs > 0) return options.outputs > 1;
  InputFile file = open_plain(info_.files.back());
  return info_.format == DataFormat::pair && is_idx(file);
}

void Dataset::find_whole_labels(const DatasetOptions& options) {
  const Table& table = tables_.back();
  std::set<std::int64_t> found;
  in_parts({0, table.rows()}, [&](Range rows) {
    const std::vector<double> values = table.read(rows);
    for (std::int64_t i = 0; i < rows.count; ++i) {
      const double number = values[static_cast<std::size_t>((i + 1) * table.columns() - 1)];
      if (number != std::floor(number) || std::abs(number) > 9007199254740991)
        refuse_label(info_, rows.first + i, number,
                     options.outputs > 0
                         ? "whole numbers, the labels of " + std::to_string(options.outputs) + " outputs"
                         : "a whole number");
      found.insert(static_cast<std::int64_t>(number));
      if (found.size() > most_labels)
        throw InputError(info_.files.back() + ": more than " + std::to_string(most_labels) +
                         " different labels; expected classes");
    }
  });
  label_number_.assign(found.begin(), found.end());
  if (!options.labels.empty()) {
    label_number_.clear();
    for (const std::string& label : options.labels) {
      const auto number = decimal(label);
      if (!number || *number != std::floor(*number))
        throw InputError(info_.files.back() + ": its labels are numbers; those of the other data are words, such as '" +
                         shown_data(label, 40) + "'");
      label_number_.push_back(static_cast<std::int64_t>(*number));
    }
    for (const std::int64_t label : found)
      if (!std::ranges::binary_search(label_number_, label))
        throw InputError(info_.files.back() + ": the label " + std::to_string(label) +
                         " is unknown; expected one of those of the other data");
  }
  for (const std::int64_t label : label_number_) info_.labels.push_back(std::to_string(label));
  info_.whole_labels = true;
  info_.outputs = std::ssize(label_number_);
}

}  // namespace uneven::data
