// SPDX-License-Identifier: MIT
#include "data/dataset.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "data/file.hpp"
#include "data/nettalk.hpp"
#include "data/table.hpp"

namespace uneven::data {
namespace {

/// A sum of 0/1 rows beats a product as long as few inputs are 1.
constexpr double sparse_density = 0.25;

std::vector<std::string> one_or_two_files(const std::string& spec) {
  auto files = files_of(spec);
  if (files.size() > 2) throw InputError(spec + ": more than two files; expected x.npy,y.npy");
  return files;
}

DataFormat format_of(const std::vector<std::string>& files) {
  if (files.size() == 2) return DataFormat::npy;
  if (is_npy(files[0])) throw InputError(files[0] + ": one NPY file; expected inputs and outputs: x.npy,y.npy");
  return is_nettalk(files[0]) ? DataFormat::nettalk : DataFormat::csv;
}

std::string count(std::int64_t number, const std::string& what) { return std::to_string(number) + " " + what; }

void check_width(const std::string& file, const std::string& what, std::int64_t found, std::int64_t wanted) {
  if (found != wanted)
    throw InputError(file + ": " + count(found, what) + "; the plan's network has " + std::to_string(wanted));
}

/// Shape [samples, columns]: a vector or a matrix.
NpyHeader read_matrix_header(const std::string& file) {
  NpyHeader header = read_npy_header(file);
  if (header.shape.empty() || header.shape.size() > 2)
    throw InputError(file + ": " +
                     count(static_cast<std::int64_t>(header.shape.size()), "dimensions; expected 1 or 2"));
  return header;
}

void describe_nettalk(const Corpus& corpus, DatasetInfo& info) {
  info.inputs = nettalk_inputs;
  info.outputs = nettalk_outputs;
  info.samples = corpus.patterns();
  for (const SkippedRow& row : corpus.skipped)
    info.warnings.push_back(info.files[0] + ":" + std::to_string(row.line) + ": skipped: " + row.why);
}

void describe_npy(const NpyHeader& x, const NpyHeader& y, DatasetInfo& info) {
  for (const auto& [file, matrix] : {std::pair{info.files[0], x}, {info.files[1], y}})
    if (matrix.rows() < 1 || matrix.columns() < 1)
      throw InputError(file + ": has no numbers; expected at least a row and a column");
  info.inputs = x.columns();
  info.outputs = y.columns();
  info.samples = x.rows();
  if (y.rows() != x.rows())
    throw InputError(info.files[1] + ": " + count(y.rows(), "samples") + "; " + info.files[0] + " has " +
                     std::to_string(x.rows()));
}

void describe_csv(const CsvInfo& table, std::int64_t inputs, DatasetInfo& info) {
  if (inputs == 0)
    throw InputError(info.files[0] + ": a CSV file does not say how many of its " + count(table.columns, "columns") +
                     " are inputs; the network must");
  if (table.columns <= inputs)
    throw InputError(info.files[0] + ": " + count(table.columns, "columns") + "; expected " + std::to_string(inputs) +
                     " inputs and at least one output");
  info.inputs = inputs;
  info.outputs = table.columns - inputs;
  info.samples = table.rows;
}

/// Keeps 0/1 inputs as the list of those that are 1.
template <class Real>
void make_sparse(Samples<Real>& samples) {
  samples.row_start.push_back(0);
  for (std::int64_t i = 0; i < samples.samples; ++i) {
    const Real* row = samples.dense.data() + i * samples.inputs;
    for (std::int64_t j = 0; j < samples.inputs; ++j)
      if (row[j] == 1) samples.active.push_back(static_cast<std::int32_t>(j));
    samples.row_start.push_back(static_cast<std::int64_t>(samples.active.size()));
  }
  samples.dense = {};
  samples.sparse = true;
}

template <class Real>
void make_dense(Samples<Real>& samples) {
  samples.dense.resize(static_cast<std::size_t>(samples.samples * samples.inputs));
  for (std::int64_t i = 0; i < samples.samples; ++i)
    for (std::int64_t a = samples.row_start[static_cast<std::size_t>(i)];
         a < samples.row_start[static_cast<std::size_t>(i + 1)]; ++a)
      samples.dense[static_cast<std::size_t>(i * samples.inputs + samples.active[static_cast<std::size_t>(a)])] = 1;
  samples.row_start = {};
  samples.active = {};
  samples.sparse = false;
}

template <class Real>
void choose_form(const std::string& file, Samples<Real>& samples, InputForm form) {
  if (samples.sparse) {
    if (form == InputForm::dense) make_dense(samples);
    return;
  }
  if (form == InputForm::dense) return;
  const auto& x = samples.dense;
  const bool binary = std::all_of(x.begin(), x.end(), [](Real v) { return v == 0 || v == 1; });
  if (form == InputForm::sparse && !binary)
    throw InputError(file + ": inputs other than 0 and 1 cannot be kept sparse");
  const auto ones = std::count(x.begin(), x.end(), Real(1));
  const bool few = static_cast<double>(ones) <= sparse_density * static_cast<double>(x.size());
  if (form == InputForm::sparse || (binary && few)) make_sparse(samples);
}

template <class Real>
void take_patterns(Patterns<Real> patterns, Samples<Real>& samples) {
  samples.active = std::move(patterns.active);
  samples.targets = std::move(patterns.targets);
  for (std::int64_t i = 0; i <= samples.samples; ++i) samples.row_start.push_back(i * window);
  samples.sparse = true;
}

template <class Real>
void split_columns(const std::vector<Real>& table, Samples<Real>& samples) {
  for (auto row = table.begin(); row != table.end(); row += samples.inputs + samples.outputs) {
    samples.dense.insert(samples.dense.end(), row, row + samples.inputs);
    samples.targets.insert(samples.targets.end(), row + samples.inputs, row + samples.inputs + samples.outputs);
  }
}

}  // namespace

DatasetInfo read_dataset_info(const std::string& spec, std::int64_t inputs) {
  DatasetInfo info;
  info.files = one_or_two_files(spec);
  info.format = format_of(info.files);
  for (const std::string& file : info.files) info.bytes += InputFile(file).bytes();
  if (info.format == DataFormat::nettalk) describe_nettalk(read_nettalk(spec), info);
  if (info.format == DataFormat::npy)
    describe_npy(read_matrix_header(info.files[0]), read_matrix_header(info.files[1]), info);
  if (info.format == DataFormat::csv) describe_csv(read_csv_info(spec), inputs, info);
  return info;
}

template <class Real>
Samples<Real> read_samples(const std::string& spec, std::int64_t inputs, std::int64_t outputs, Range range,
                           InputForm form) {
  const DatasetInfo info = read_dataset_info(spec, inputs);
  check_width(info.files.front(), "inputs", info.inputs, inputs);
  check_width(info.files.back(), "outputs", info.outputs, outputs);
  if (range.first < 0 || range.count < 0 || range.end() > info.samples)
    throw InputError(info.files[0] + ": " + count(info.samples, "samples") + "; the plan needs " +
                     std::to_string(range.end()));
  Samples<Real> samples;
  samples.samples = range.count;
  samples.inputs = inputs;
  samples.outputs = outputs;
  if (info.format == DataFormat::nettalk) take_patterns(make_patterns<Real>(read_nettalk(spec), range), samples);
  if (info.format == DataFormat::npy) {
    samples.dense = read_npy_rows<Real>(info.files[0], read_npy_header(info.files[0]), range);
    samples.targets = read_npy_rows<Real>(info.files[1], read_npy_header(info.files[1]), range);
    require_finite(info.files[0], samples.dense, range, {0, inputs});
    require_finite(info.files[1], samples.targets, range, {0, outputs});
  }
  if (info.format == DataFormat::csv) split_columns(read_csv_rows<Real>(spec, read_csv_info(spec), range), samples);
  choose_form(info.files[0], samples, form);
  return samples;
}

template Samples<float> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm);
template Samples<double> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm);

}  // namespace uneven::data
