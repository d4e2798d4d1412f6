// SPDX-License-Identifier: MIT
#include "data/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/survey.hpp"
#include "data/text/columns.hpp"

namespace uneven::data {

namespace {

using document::Missing;

/// The columns of the list, absent: all. @return  nothing if the format does not know its columns yet.
std::vector<std::int64_t> columns_of(const std::optional<std::string>& list, const Format& format,
                                     const std::string& where) {
  const std::int64_t columns = format.columns();
  if (list && columns > 0) return chosen_columns(*list, columns, format.names(), where);
  std::vector<std::int64_t> all(static_cast<std::size_t>(list ? 0 : columns));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::string counted(std::int64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

}  // namespace

Table::Table(const std::string& path, const TableOptions& options, LastColumn last)
    : name_(path), options_(options), packing_(plain(path).packing), format_(open_format(path, options, last)) {
  columns_ = columns_of(options_.columns, *format_, input_name(path));
  format_->choose(columns_);
}

Table::Table(Table&&) noexcept = default;
Table::~Table() = default;

const std::vector<std::string>& Table::labels() const { return format_->labels(); }

std::string Table::survey(int part, int parts) const {
  const std::int64_t blocks = format_->blocks();
  const auto cut = [&](std::int64_t i) { return blocks / parts * i + std::min(i, blocks % parts); };
  Survey found;
  found.counts.resize(columns_.size());
  std::vector<double> values;
  for (std::int64_t block = cut(part); block < cut(part + 1); ++block) {
    const std::int64_t rows = format_->survey(block, found.findings);
    found.all_rows += rows;
    found.rows.push_back(rows);
    if (!format_->has_missing())
      for (std::int64_t& count : found.counts) count += rows;
    if (options_.missing == Missing::refuse || columns_.empty() || !format_->has_missing()) continue;
    values.clear();
    format_->read(block, {0, rows}, values);
    if (options_.missing == Missing::drop) {
      drop(values);
      found.rows.back() = std::ssize(values) / columns();
      continue;
    }
    const std::size_t first = found.sums.size();
    found.sums.resize(first + columns_.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(values[i])) continue;
      found.sums[first + i % columns_.size()] += values[i];
      ++found.counts[i % columns_.size()];
    }
  }
  return bytes_of(found);
}

void Table::finish(const std::vector<std::string>& surveys) {
  Findings findings;
  std::int64_t all_rows = 0;
  std::vector<std::int64_t> counts(columns_.size());
  mean_.assign(options_.missing == Missing::mean ? columns_.size() : 0, 0);
  start_.assign(1, 0);
  for (const std::string& bytes : surveys) {
    const Survey part = survey_of(bytes);
    for (const std::int64_t rows : part.rows) start_.push_back(start_.back() + rows);
    all_rows += part.all_rows;
    findings.add(part.findings);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += part.counts[i];
    for (std::size_t i = 0; i < part.sums.size(); ++i) mean_[i % mean_.size()] += part.sums[i];
  }
  rows_ = start_.back();
  if (!findings.labels.empty() && !expected_labels_.empty()) {
    for (const std::string& label : findings.labels)
      if (std::ranges::find(expected_labels_, label) == expected_labels_.end())
        throw InputError(input_name(name_) + ": the label '" + shown_data(label, 40) +
                         "' is unknown; expected one of those of the other data");
    findings.labels.insert(expected_labels_.begin(), expected_labels_.end());
  }
  format_->learn(findings);
  if (columns_.empty()) {
    columns_ = columns_of(options_.columns, *format_, input_name(name_));
    format_->choose(columns_);
  }
  if (rows_ == 0)
    throw InputError(input_name(name_) + (all_rows > 0 ? ": a value is missing in each row; expected a row without"
                                                       : ": no row of numbers"));
  missing_ = options_.missing == Missing::drop ? all_rows - rows_ : 0;
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    const std::string where = input_name(name_) + ": column " + std::to_string(columns_[i] + 1);
    if (counts[i] == 0) throw InputError(where + ": all values are missing; expected some, to take their mean");
    if (counts[i] < rows_ && i + 1 == mean_.size() && !labels().empty())
      throw InputError(where + ": labels are missing, which have no mean; expected that their rows are dropped");
    missing_ += rows_ - counts[i];
    mean_[i] /= static_cast<double>(counts[i]);
  }
}

std::vector<std::string> Table::notes() const {
  const std::string name = input_name(name_) + ": ";
  std::vector<std::string> lines{name + counted(rows_, "row") + " of " + counted(columns(), "column") +
                                 (columns() < format_->columns() ? " of " + std::to_string(format_->columns()) : "") +
                                 ", " + format_->description() + (packing_.empty() ? "" : ", " + packing_)};
  if (missing_ > 0 && options_.missing == Missing::drop)
    lines.push_back(name + counted(missing_, "row") + " with missing values " + (missing_ == 1 ? "is" : "are") +
                    " left out");
  if (missing_ > 0 && options_.missing == Missing::mean)
    lines.push_back(name + counted(missing_, "missing value") + (missing_ == 1 ? " is" : " are") +
                    " replaced by the mean of the column");
  if (labels().empty()) return lines;
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(labels().size(), most); ++i)
    text += (i ? ", " : "") + std::to_string(i) + " is " + shown_data(labels()[i], 40);
  lines.push_back(name + "labels by number: " + text + (labels().size() > most ? ", ..." : ""));
  return lines;
}

/// Removes the rows in which a value is missing.
void Table::drop(std::vector<double>& values) const {
  const auto width = static_cast<std::ptrdiff_t>(columns_.size());
  auto to = values.begin();
  for (auto row = values.begin(); row != values.end(); row += width)
    if (std::none_of(row, row + width, [](double value) { return std::isnan(value); }))
      to = std::copy(row, row + width, to);
  values.erase(to, values.end());
}

/// Puts the mean of its column where a value is missing, and refuses numbers that are not finite.
/// @param first_row  the row of the table that begins at values[from].
void Table::fill(std::int64_t first_row, std::vector<double>& values, std::size_t from) const {
  for (std::size_t i = from; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    const std::size_t column = (i - from) % columns_.size();
    if (std::isnan(values[i]) && !mean_.empty()) {
      values[i] = mean_[column];
      continue;
    }
    const auto row = first_row + static_cast<std::int64_t>((i - from) / columns_.size());
    throw InputError(format_->where(row + 1) + "column " + std::to_string(columns_[column] + 1) + ": " +
                     (std::isnan(values[i]) ? "nan" : "infinity") + "; expected a finite number");
  }
}

void Table::read_block(std::int64_t block, Range rows, std::vector<double>& values) const {
  const std::size_t before = values.size();
  const std::int64_t first = start_[static_cast<std::size_t>(block)];
  if (options_.missing != Missing::drop || !format_->has_missing()) {
    format_->read(block, rows, values);
    fill(first + rows.first, values, before);
    return;
  }
  Findings ignored;
  std::vector<double> all;
  format_->read(block, {0, format_->survey(block, ignored)}, all);
  drop(all);
  const std::int64_t found = std::ssize(all) / columns();
  if (found < rows.end())
    throw InputError(input_name(name_) + ": has fewer rows than before; expected a file that does not change");
  values.insert(values.end(), all.begin() + rows.first * columns(), all.begin() + rows.end() * columns());
  fill(first + rows.first, values, before);
}

std::vector<double> Table::read(Range rows) const {
  if (rows.first < 0 || rows.count < 0 || rows.count > rows_ || rows.first > rows_ - rows.count)
    throw InputError(input_name(name_) + ": " + std::to_string(rows_) + " rows; expected " +
                     std::to_string(rows.end()));
  std::vector<double> values;
  std::int64_t numbers = 0;
  if (__builtin_mul_overflow(rows.count, columns(), &numbers)) throw std::length_error("rows");
  values.reserve(static_cast<std::size_t>(std::min(numbers, format_->most_numbers())));
  auto block = std::upper_bound(start_.begin(), start_.end(), rows.first) - start_.begin() - 1;
  for (std::int64_t row = rows.first; row < rows.end(); ++block) {
    const std::int64_t first = start_[static_cast<std::size_t>(block)];
    const std::int64_t end = std::min(rows.end(), start_[static_cast<std::size_t>(block) + 1]);
    if (end > row) read_block(block, {row - first, end - row}, values);
    row = std::max(row, end);
  }
  return values;
}

Table open_table(const std::string& path, const TableOptions& options, LastColumn last) {
  Table table(path, options, last);
  table.finish({table.survey(0, 1)});
  return table;
}

TableInfo read_table_info(const std::string& path, const document::TableOptions& options) {
  const std::int64_t rows = open_table(path, options, LastColumn::label).rows();
  return {rows, InputFile(file_of(path), path).bytes()};
}

TableInfo read_line_info(const std::string& path) {
  InputFile file = open_plain(path);
  TableInfo info{0, file.bytes()};
  constexpr std::int64_t at_a_time = 1 << 20;
  std::string part(static_cast<std::size_t>(std::min(at_a_time, info.bytes)), '\0');
  char last = '\n';
  for (std::int64_t at = 0; at < info.bytes; at += std::ssize(part)) {
    part.resize(static_cast<std::size_t>(std::min(std::ssize(part), info.bytes - at)));
    file.read(at, std::ssize(part), part.data());
    info.rows += std::ranges::count(part, '\n');
    last = part.back();
  }
  if (last != '\n') ++info.rows;
  return info;
}

}  // namespace uneven::data
