// SPDX-License-Identifier: MIT
#include "data/training/dataset.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "data/formats/npy.hpp"
#include "data/input/file.hpp"
#include "data/input/plain.hpp"
#include "data/table.hpp"
#include "data/training/nettalk.hpp"

namespace uneven::data {
namespace {

/// A sum of 0/1 rows beats a product as long as few inputs are 1.
constexpr double sparse_density = 0.25;

std::vector<std::string> one_or_two_files(const std::string& spec) {
  auto files = files_of(spec);
  if (files.size() > 2) throw InputError(spec + ": more than two files; expected x.npy,y.npy");
  return files;
}

DataFormat format_of(const std::vector<std::string>& files, bool inputs_alone) {
  if (files.size() == 2) return DataFormat::pair;
  const bool npy = is_npy(files[0]);
  if (npy && !inputs_alone) throw InputError(files[0] + ": one NPY file; expected inputs and outputs: x.npy,y.npy");
  InputFile file = open_plain(files[0]);
  const bool text = !npy && !is_hdf5(file) && !is_idx(file);
  return text && is_nettalk(files[0]) ? DataFormat::nettalk : DataFormat::table;
}

std::string count(std::int64_t number, const std::string& what) { return std::to_string(number) + " " + what; }

void check_width(const std::string& file, const std::string& what, std::int64_t found, std::int64_t wanted) {
  if (found != wanted)
    throw InputError(file + ": " + count(found, what) + "; the plan's network has " + std::to_string(wanted));
}

void describe_nettalk(const Corpus& corpus, DatasetInfo& info) {
  info.inputs = nettalk_inputs;
  info.outputs = nettalk_outputs;
  info.samples = corpus.patterns();
  for (const SkippedRow& row : corpus.skipped)
    info.warnings.push_back(info.files[0] + ":" + std::to_string(row.line) + ": skipped: " + row.why);
}

void describe_pair(const Table& x, const Table& y, DatasetInfo& info) {
  info.inputs = x.columns();
  info.outputs = y.labels().empty() ? y.columns() : std::ssize(y.labels());
  info.samples = x.rows();
  if (!y.labels().empty() && y.columns() > 1)
    throw InputError(info.files[1] + ": " + count(y.columns(), "columns") + ", the last with labels; expected labels " +
                     "alone, or numbers");
  if (y.rows() != x.rows())
    throw InputError(info.files[1] + ": " + count(y.rows(), "samples") + "; " + info.files[0] + " has " +
                     std::to_string(x.rows()));
}

void describe_table(const Table& table, std::int64_t inputs, bool inputs_alone, DatasetInfo& info) {
  const bool labels = !table.labels().empty();
  if (inputs_alone && !labels && table.columns() == inputs) {
    info.inputs = inputs;
    info.samples = table.rows();
    return;
  }
  if (labels) inputs = table.columns() - 1;
  if (inputs == 0 && !labels)
    throw InputError(info.files[0] + ": a CSV file does not say how many of its " + count(table.columns(), "columns") +
                     " are inputs; the network must");
  if (table.columns() <= inputs || inputs == 0)
    throw InputError(info.files[0] + ": " + count(table.columns(), "columns") + "; expected " +
                     std::to_string(std::max<std::int64_t>(1, inputs)) +
                     (inputs_alone ? " inputs, alone or with outputs behind them" : " inputs and at least one output"));
  info.inputs = inputs;
  info.outputs = labels ? std::ssize(table.labels()) : table.columns() - inputs;
  info.samples = table.rows();
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

}  // namespace

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

namespace {

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

/// The numbers of a range of rows as Real; those of labels stay numbers.
template <class Real>
std::vector<Real> numbers_of(const Table& table, const std::string& file, Range rows) {
  const std::vector<double> values = table.read(rows);
  std::vector<Real> numbers(values.begin(), values.end());
  require_finite(file, numbers, {rows.first + 1, rows.count}, {1, table.columns()});
  return numbers;
}

}  // namespace

Dataset::Dataset(const std::string& spec, std::int64_t inputs, const DatasetOptions& options) {
  info_.files = one_or_two_files(spec);
  info_.format = format_of(info_.files, options.inputs_alone);
  for (const std::string& file : info_.files) info_.bytes += InputFile(file_of(file), file).bytes();
  if (info_.format == DataFormat::nettalk) {
    corpus_ = read_nettalk(spec);
    describe_nettalk(*corpus_, info_);
    return;
  }
  const bool pair = info_.format == DataFormat::pair;
  if (pair) {
    document::TableOptions of_inputs = options.table, of_outputs = options.table;
    if (options.table.missing == document::Missing::drop)
      throw InputError(spec + ": rows of two files cannot be dropped; expected one file, or missing values filled");
    of_outputs.columns.reset();
    of_outputs.missing = document::Missing::refuse;
    open(info_.files[0], of_inputs, LastColumn::number, {});
    open(info_.files[1], of_outputs, LastColumn::label, options.labels);
    describe_pair(tables_[0], tables_[1], info_);
  } else {
    open(info_.files[0], options.table, LastColumn::label, options.labels);
    describe_table(tables_[0], inputs, options.inputs_alone, info_);
  }
  info_.labels = tables_.back().labels();
  for (const Table& table : tables_)
    for (std::string& note : table.notes()) info_.notes.push_back(std::move(note));
  if (has_whole_labels(options)) find_whole_labels(options);
}

void Dataset::open(const std::string& file, const document::TableOptions& options, LastColumn last,
                   const std::vector<std::string>& labels) {
  Table& table = tables_.emplace_back(file, options, last);
  table.expect_labels(labels);
  table.finish({table.survey(0, 1)});
}

/// The outputs of a row: its numbers, or 1 for the output of its label and 0 for the others.
template <class Real>
void Dataset::add_targets(const Real* values, std::int64_t row, Samples<Real>& samples) const {
  if (info_.labels.empty()) {
    samples.targets.insert(samples.targets.end(), values, values + samples.outputs);
    return;
  }
  std::int64_t of_label = static_cast<std::int64_t>(*values);
  if (info_.whole_labels) {
    const auto found = std::ranges::lower_bound(label_number_, of_label);
    if (found == label_number_.end() || *found != of_label)
      throw InputError(info_.files.back() + ": row " + std::to_string(row + 1) + ": the label " +
                       uneven::word_of(double(*values)) + "; expected one that was there before");
    of_label = found - label_number_.begin();
  }
  samples.targets.resize(samples.targets.size() + static_cast<std::size_t>(samples.outputs), 0);
  *(samples.targets.end() - samples.outputs + static_cast<std::ptrdiff_t>(of_label)) = 1;
}

/// Takes some rows at a time, because rows in memory stand there twice, as doubles and as Real.
template <class Real>
void Dataset::take_tables(Range range, Samples<Real>& samples) const {
  constexpr std::int64_t numbers_at_once = 1 << 20;
  const bool pair = tables_.size() == 2;
  const std::int64_t width = tables_.back().columns(), all = tables_.front().columns();
  const std::int64_t at_once = std::max<std::int64_t>(1, numbers_at_once / std::max(all, width));
  for (std::int64_t first = range.first; first < range.end(); first += at_once) {
    const Range part{first, std::min(at_once, range.end() - first)};
    std::vector<Real> rows = numbers_of<Real>(tables_[0], info_.files[0], part);
    if (first == range.first) {
      samples.dense.reserve(static_cast<std::size_t>(range.count * samples.inputs));
      samples.targets.reserve(static_cast<std::size_t>(range.count * samples.outputs));
    }
    if (pair || info_.outputs == 0) samples.dense.insert(samples.dense.end(), rows.begin(), rows.end());
    if (info_.outputs == 0) continue;
    if (pair) rows = numbers_of<Real>(tables_[1], info_.files[1], part);
    for (std::int64_t i = 0; i < part.count; ++i) {
      const Real* row = rows.data() + i * width;
      const Real* outputs = row + (pair ? 0 : samples.inputs);
      samples.dense.insert(samples.dense.end(), row, outputs);
      add_targets(outputs, part.first + i, samples);
    }
  }
}

template <class Real>
Samples<Real> Dataset::read(Range range, InputForm form) const {
  if (range.first < 0 || range.count < 0 || range.end() > info_.samples)
    throw InputError(info_.files[0] + ": " + count(info_.samples, "samples") + "; the plan needs " +
                     std::to_string(range.end()));
  Samples<Real> samples;
  samples.samples = range.count;
  samples.inputs = info_.inputs;
  samples.outputs = info_.outputs;
  if (corpus_)
    take_patterns(make_patterns<Real>(*corpus_, range), samples);
  else
    take_tables(range, samples);
  choose_form(info_.files[0], samples, form);
  return samples;
}

DatasetInfo read_dataset_info(const std::string& spec, std::int64_t inputs, const DatasetOptions& options) {
  return Dataset(spec, inputs, options).info();
}

template <class Real>
Samples<Real> read_samples(const std::string& spec, std::int64_t inputs, std::int64_t outputs, Range range,
                           InputForm form, const DatasetOptions& options) {
  DatasetOptions how = options;
  how.outputs = outputs;
  const Dataset set(spec, inputs, how);
  check_width(set.info().files.front(), "inputs", set.info().inputs, inputs);
  check_width(set.info().files.back(), "outputs", set.info().outputs, outputs);
  return set.read<Real>(range, form);
}

template void make_dense(Samples<float>&);
template void make_dense(Samples<double>&);
template Samples<float> Dataset::read(Range, InputForm) const;
template Samples<double> Dataset::read(Range, InputForm) const;
template Samples<float> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm,
                                     const DatasetOptions&);
template Samples<double> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm,
                                      const DatasetOptions&);

}  // namespace uneven::data
