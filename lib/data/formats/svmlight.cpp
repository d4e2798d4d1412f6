// SPDX-License-Identifier: MIT
// Format: T. Joachims, SVM-light; also of LIBSVM. A label, then index:value, the indices ascending; the rest is 0.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/formats/format.hpp"
#include "data/formats/text_blocks.hpp"
#include "data/text/fields.hpp"

namespace uneven::data {

namespace {

constexpr std::size_t longest_pair = 40;  // that a message quotes, in characters
constexpr std::int64_t largest_index = (1 << 24) - 1;

std::string_view without_comment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

struct Pair {
  std::int64_t index = 0;
  double value = 0;
};

std::optional<Pair> pair_of(std::string_view field) {
  Pair pair;
  const std::size_t colon = field.find(':');
  if (colon == field.npos) return std::nullopt;
  const auto [end, error] = std::from_chars(field.data(), field.data() + colon, pair.index);
  const std::optional<double> value = decimal(field.substr(colon + 1));
  if (error != std::errc() || end != field.data() + colon || pair.index < 0 || !value || !std::isfinite(*value))
    return std::nullopt;
  pair.value = *value;
  return pair;
}

class Svmlight : public Format {
 public:
  Svmlight(const std::string& name, LastColumn last)
      : Format(name), has_label_(last == LastColumn::label), blocks_(name, 0) {}

  std::string description() const override {
    return std::string("svmlight with indices from ") + (first_ == 0 ? "0" : "1") +
           (has_label_ ? ", the label last" : ", without its labels");
  }

  std::int64_t columns() const override { return width_ == 0 ? 0 : width_ + has_label_; }
  std::int64_t blocks() const override { return blocks_.count(); }
  const std::vector<std::string>& labels() const override { return labels_; }

  std::int64_t survey(std::int64_t block, Findings& findings) const override {
    TextLines lines = blocks_.lines(block);
    std::int64_t rows = 0;
    for (; lines.next(); ++rows) {
      const std::string_view label = for_each_pair(lines, [&](const Pair& pair) {
        findings.smallest = std::min(findings.smallest, pair.index);
        findings.largest = std::max(findings.largest, pair.index);
      });
      if (!has_label_) continue;
      findings.labels.emplace(label);
      if (findings.labels.size() > most_labels)
        throw InputError(lines.where() + "more than " + std::to_string(most_labels) +
                         " different labels; expected classes");
    }
    return rows;
  }

  void learn(const Findings& findings) override {
    first_ = findings.smallest == 0 ? 0 : 1;
    width_ = std::max<std::int64_t>(1, findings.largest - first_ + 1);
    labels_.assign(findings.labels.begin(), findings.labels.end());
    // -1 and 1 by their size, not by their text; +1 and 1 are the same label.
    std::ranges::stable_sort(labels_, {}, [](const std::string& label) { return *decimal(label); });
    numbers_.clear();
    for (const std::string& label : labels_)
      if (numbers_.empty() || numbers_.back() != *decimal(label)) numbers_.push_back(*decimal(label));
    labels_.clear();
    for (const double number : numbers_) labels_.push_back(shortest(number));
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    TextLines lines = blocks_.lines(block);
    std::vector<double> row;
    for (std::int64_t i = 0; i < rows.end(); ++i) {
      if (!lines.next())
        throw InputError(lines.name() + ": has fewer rows than before; expected a file that does not change");
      if (i < rows.first) continue;
      row.assign(static_cast<std::size_t>(columns()), 0);
      const std::string_view label = for_each_pair(lines, [&](const Pair& pair) {
        if (pair.index < first_ || pair.index - first_ >= width_) return;  // the file has changed
        row[static_cast<std::size_t>(pair.index - first_)] = pair.value;
      });
      if (has_label_)
        row.back() = static_cast<double>(std::ranges::lower_bound(numbers_, *decimal(label)) - numbers_.begin());
      for (const std::int64_t column : chosen_) values.push_back(row[static_cast<std::size_t>(column)]);
    }
  }

 private:
  /// @return  the label of the line. @throws InputError
  template <class Use>
  static std::string_view for_each_pair(const TextLines& lines, const Use& use) {
    std::string_view rest = without_comment(lines.text());
    bool more = true;
    const std::string_view label = take_field(rest, ' ', more);
    const auto quoted = [](std::string_view text) { return "'" + shown_data(text, longest_pair) + "'"; };
    if (const auto value = decimal(label); !value || !std::isfinite(*value))
      throw InputError(lines.where() + quoted(label) + " is no label; expected a number, then index:value");
    for (std::int64_t last = -1; more;) {
      const std::string_view field = take_field(rest, ' ', more);
      if (field.starts_with("qid:")) continue;
      const std::optional<Pair> pair = pair_of(field);
      if (!pair) throw InputError(lines.where() + quoted(field) + " is not index:value; expected two numbers");
      if (pair->index > largest_index)
        throw InputError(lines.where() + "index " + std::to_string(pair->index) + "; expected at most " +
                         std::to_string(largest_index));
      if (pair->index <= last)
        throw InputError(lines.where() + "index " + std::to_string(pair->index) + " behind " + std::to_string(last) +
                         "; expected ascending ones");
      last = pair->index;
      use(*pair);
    }
    return label;
  }

  bool has_label_;
  TextBlocks blocks_;
  std::int64_t first_ = 1, width_ = 0;
  std::vector<std::string> labels_;
  std::vector<double> numbers_;  ///< the same as numbers, ascending
};

}  // namespace

bool is_svmlight(const std::string& name) {
  constexpr int lines_to_look_at = 100;
  TextLines lines(name);
  bool has_pair = false;
  for (int i = 0; i < lines_to_look_at && lines.next(); ++i) {
    std::string_view rest = without_comment(lines.text());
    bool more = true;
    if (!decimal(take_field(rest, ' ', more))) return has_pair;
    while (more) {
      const std::string_view field = take_field(rest, ' ', more);
      const std::size_t colon = field.find(':');
      if (colon == field.npos || colon == 0) return has_pair;
      if (!field.starts_with("qid:") && field.find_first_not_of("0123456789") != colon) return has_pair;
      has_pair = true;
    }
  }
  return has_pair;
}

std::unique_ptr<Format> open_svmlight(const std::string& name, LastColumn last) {
  return std::make_unique<Svmlight>(name, last);
}

}  // namespace uneven::data
