// SPDX-License-Identifier: MIT
#include "bp/prediction_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "bp/accuracy.hpp"
#include "data/formats/npy.hpp"
#include "data/text/fields.hpp"
#include "tables.hpp"

namespace uneven::bp {

namespace {

/// Whether all labels are whole numbers, which an array then holds.
bool are_whole(const std::vector<std::string>& labels) {
  return std::ranges::all_of(labels, [](const std::string& label) {
    const auto number = data::decimal(label);
    return number && *number == std::floor(*number);
  });
}

/// The shortest text that is read as this number again, of the model's precision.
std::string text_of(double number, bool single) {
  if (!single) return shortest(number);
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(number)).ptr};
}

}  // namespace

bool is_npy_name(const std::string& path) { return path.ends_with(".npy"); }

PredictionFile::PredictionFile(const std::string& path, const Model& model, bool probabilities, std::int64_t samples)
    : file_(path),
      model_(model),
      npy_(is_npy_name(path)),
      classes_(!model.labels.empty() && !probabilities),
      whole_(are_whole(model.labels)) {
  const std::int64_t outputs = model.sizes.back();
  if (npy_ && classes_) file_.stream() << data::npy_header(data::NpyType::i8, {samples});
  if (npy_ && !classes_) file_.stream() << data::npy_header(data::NpyType::f8, {samples, outputs});
  if (!npy_) file_.stream() << (classes_ ? "label" : names_of_outputs()) << '\n';
}

void PredictionFile::write(const std::vector<double>& outputs) {
  constexpr std::size_t bytes_at_a_time = 1 << 20;
  const auto width = static_cast<std::ptrdiff_t>(model_.sizes.back());
  std::string bytes;
  for (auto row = outputs.begin(); row != outputs.end(); row += width) {
    if (classes_)
      add_label(bytes, class_of(&*row, width));
    else
      add_numbers(bytes, {row, row + width});
    if (bytes.size() < bytes_at_a_time) continue;
    file_.stream() << bytes;
    bytes.clear();
  }
  file_.stream() << bytes;
}

std::string PredictionFile::names_of_outputs() const {
  std::string line;
  for (std::int64_t k = 0; k < model_.sizes.back(); ++k)
    line += (k ? "," : "") + (model_.labels.empty() ? "output_" + std::to_string(k + 1)
                                                    : data::csv_field(model_.labels[static_cast<std::size_t>(k)]));
  return line;
}

void PredictionFile::add_label(std::string& bytes, std::int64_t number) const {
  const std::string& label = model_.labels[static_cast<std::size_t>(number)];
  if (!npy_) {
    bytes += data::csv_field(label) + "\n";
    return;
  }
  const std::int64_t value = whole_ ? static_cast<std::int64_t>(*data::decimal(label)) : number;
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void PredictionFile::add_numbers(std::string& bytes, const std::vector<double>& numbers) const {
  if (npy_) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return;
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) bytes += (k ? "," : "") + text_of(numbers[k], model_.single);
  bytes += "\n";
}

}  // namespace uneven::bp
