// SPDX-License-Identifier: MIT
#include "data/dataset.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "data/door.hpp"
#include "data/file.hpp"
#include "data/nettalk.hpp"
#include "data/plain.hpp"
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
  if (files.size() == 2) return DataFormat::pair;
  if (is_npy(files[0])) throw InputError(files[0] + ": one NPY file; expected inputs and outputs: x.npy,y.npy");
  return is_nettalk(files[0]) ? DataFormat::nettalk : DataFormat::table;
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

void describe_table(const Table& table, std::int64_t inputs, DatasetInfo& info) {
  const bool labels = !table.labels().empty();
  if (labels) inputs = table.columns() - 1;
  if (inputs == 0 && !labels)
    throw InputError(info.files[0] + ": a CSV file does not say how many of its " + count(table.columns(), "columns") +
                     " are inputs; the network must");
  if (table.columns() <= inputs || inputs == 0)
    throw InputError(info.files[0] + ": " + count(table.columns(), "columns") + "; expected " +
                     std::to_string(std::max<std::int64_t>(1, inputs)) + " inputs and at least one output");
  info.inputs = inputs;
  info.outputs = labels ? std::ssize(table.labels()) : table.columns() - inputs;
  info.samples = table.rows();
}

/// The files of a training set, opened.
struct Dataset {
  DatasetInfo info;
  std::optional<Corpus> corpus;
  std::vector<Table> tables;  ///< one, or inputs and outputs

  Dataset(const std::string& spec, std::int64_t inputs, const DatasetOptions& options) {
    info.files = one_or_two_files(spec);
    info.format = format_of(info.files);
    for (const std::string& file : info.files) info.bytes += InputFile(file_of(file), file).bytes();
    if (info.format == DataFormat::nettalk) {
      corpus = read_nettalk(spec);
      describe_nettalk(*corpus, info);
      return;
    }
    const bool pair = info.format == DataFormat::pair;
    if (pair) {
      document::TableOptions of_inputs = options.table, of_outputs = options.table;
      if (options.table.missing == document::Missing::drop)
        throw InputError(spec + ": rows of two files cannot be dropped; expected one file, or missing values filled");
      of_outputs.columns.reset();
      of_outputs.missing = document::Missing::refuse;
      open(info.files[0], of_inputs, LastColumn::number, {});
      open(info.files[1], of_outputs, LastColumn::label, options.labels);
      describe_pair(tables[0], tables[1], info);
    } else {
      open(info.files[0], options.table, LastColumn::label, options.labels);
      describe_table(tables[0], inputs, info);
    }
    info.labels = tables.back().labels();
    for (const Table& table : tables)
      for (std::string& note : table.notes()) info.notes.push_back(std::move(note));
  }

 private:
  void open(const std::string& file, const document::TableOptions& options, LastColumn last,
            const std::vector<std::string>& labels) {
    Table& table = tables.emplace_back(file, options, last);
    table.expect_labels(labels);
    table.finish({table.survey(0, 1)});
  }
};

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

/// The numbers of a range of rows as Real; those of labels stay numbers.
template <class Real>
std::vector<Real> numbers_of(const Table& table, const std::string& file, Range rows) {
  const std::vector<double> values = table.read(rows);
  std::vector<Real> numbers(values.begin(), values.end());
  require_finite(file, numbers, {rows.first + 1, rows.count}, {1, table.columns()});
  return numbers;
}

/// Appends the outputs of a row: its numbers, or 1 for the output of its label and 0 for the others.
template <class Real, class Iterator>
void add_targets(Iterator first, Iterator last, bool labels, Samples<Real>& samples) {
  if (!labels) {
    samples.targets.insert(samples.targets.end(), first, last);
    return;
  }
  samples.targets.resize(samples.targets.size() + static_cast<std::size_t>(samples.outputs), 0);
  *(samples.targets.end() - samples.outputs + static_cast<std::ptrdiff_t>(*first)) = 1;
}

template <class Real>
void take_tables(const Dataset& set, Range range, Samples<Real>& samples) {
  const bool pair = set.tables.size() == 2, labels = !set.info.labels.empty();
  std::vector<Real> rows = numbers_of<Real>(set.tables[0], set.info.files[0], range);
  const std::int64_t width = set.tables.back().columns();
  if (pair) {
    samples.dense = std::move(rows);
    rows = numbers_of<Real>(set.tables[1], set.info.files[1], range);
  }
  for (auto row = rows.begin(); row != rows.end(); row += width) {
    const auto outputs = row + (pair ? 0 : samples.inputs);
    samples.dense.insert(samples.dense.end(), row, outputs);
    add_targets(outputs, row + width, labels, samples);
  }
}

}  // namespace

DatasetInfo read_dataset_info(const std::string& spec, std::int64_t inputs, const DatasetOptions& options) {
  return Dataset(spec, inputs, options).info;
}

template <class Real>
Samples<Real> read_samples(const std::string& spec, std::int64_t inputs, std::int64_t outputs, Range range,
                           InputForm form, const DatasetOptions& options) {
  const Dataset set(spec, inputs, options);
  const DatasetInfo& info = set.info;
  check_width(info.files.front(), "inputs", info.inputs, inputs);
  check_width(info.files.back(), "outputs", info.outputs, outputs);
  if (range.first < 0 || range.count < 0 || range.end() > info.samples)
    throw InputError(info.files[0] + ": " + count(info.samples, "samples") + "; the plan needs " +
                     std::to_string(range.end()));
  Samples<Real> samples;
  samples.samples = range.count;
  samples.inputs = inputs;
  samples.outputs = outputs;
  if (set.corpus)
    take_patterns(make_patterns<Real>(*set.corpus, range), samples);
  else
    take_tables(set, range, samples);
  choose_form(info.files[0], samples, form);
  return samples;
}

template Samples<float> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm,
                                     const DatasetOptions&);
template Samples<double> read_samples(const std::string&, std::int64_t, std::int64_t, Range, InputForm,
                                      const DatasetOptions&);

}  // namespace uneven::data
