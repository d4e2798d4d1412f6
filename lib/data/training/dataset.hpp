// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/table.hpp"
#include "data/training/nettalk.hpp"
#include "document/common.hpp"
#include "document/options/table_options.hpp"

namespace uneven::data {

using document::Range;

/// A table with inputs, then outputs in each row; two tables, of inputs and outputs; or the corpus.
enum class DataFormat { nettalk, pair, table };

/// The samples of data files, as a network with `inputs` inputs and `outputs` outputs can use them.
struct DatasetInfo {
  DataFormat format = DataFormat::table;
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;  ///< 0: the file has inputs alone, see DatasetOptions
  std::int64_t samples = 0;
  std::vector<std::string> files;
  std::int64_t bytes = 0;             ///< of all files
  std::vector<std::string> warnings;  ///< one line for each row that is skipped: file:line: why
  std::vector<std::string> notes;     ///< form of each file, and its unused parts
  std::vector<std::string> labels;    ///< of the classes, one for each output; empty: outputs are numbers
  bool whole_labels = false;          ///< the labels are whole numbers
};

/// How inputs are kept. By density: sparse if all inputs of the rows read are 0 or 1 and at most a quarter are 1. The
/// answer may then differ from range to range; ranks that must agree are told `dense` or `sparse`.
enum class InputForm { by_density, dense, sparse };

/// Samples of a training set.
template <class Real>
struct Samples {
  std::int64_t samples = 0, inputs = 0, outputs = 0;
  bool sparse = false;
  std::vector<std::int64_t> row_start;  ///< if sparse: where each sample begins in `active`; shape [samples + 1]
  std::vector<std::int32_t> active;     ///< if sparse: inputs that are 1, ascending in each sample
  std::vector<Real> dense;              ///< unless sparse: shape [samples, inputs], row-major
  std::vector<Real> targets;            ///< shape [samples, outputs], row-major
};

/// How the tables of a training set are read.
struct DatasetOptions {
  document::TableOptions table;     ///< of two tables, that of the inputs; missing values are refused in both
  std::vector<std::string> labels;  ///< known ones: others are refused
  std::int64_t outputs = 0;         ///< of the network; 0: not known
  bool inputs_alone = false;        ///< a single table may have no column behind the inputs
};

/// Looks at the data that `spec` names: a file in the NETtalk format (told by its rows), two tables `x.npy,y.npy` of
/// any format (data/table.hpp), or else a table with inputs, then outputs in each row. A last column of text holds
/// class labels: there is an output for each, in sorted order, 1 for the sample's label and 0 for the others. So does a
/// single column of whole numbers where the network has several outputs, or that is an IDX file.
///
/// @param inputs  inputs of the network, 0 if not known; only a table without labels needs it.
/// @throws OpenError   if a file cannot be opened.
/// @throws InputError  if a file is damaged, x and y differ in length, or `inputs` is not known but needed.
/// Cost: reads the text formats once, of arrays only the headers; and a column of whole numbers that are labels.
DatasetInfo read_dataset_info(const std::string& spec, std::int64_t inputs = 0, const DatasetOptions& options = {});

/// Reads a range of samples.
///
/// @param inputs, outputs  of the plan's network.
/// @throws InputError  if the data have other widths, fewer samples, a value that is not finite in Real, or an input
///   other than 0 and 1 with InputForm::sparse; and as read_dataset_info.
/// Memory: the range, as dense, plus a NETtalk corpus whole. Tables are read by parts.
template <class Real>
Samples<Real> read_samples(const std::string& spec, std::int64_t inputs, std::int64_t outputs, Range samples,
                           InputForm form = InputForm::by_density, const DatasetOptions& options = {});

/// Turns sparse samples into dense ones.
template <class Real>
void make_dense(Samples<Real>& samples);

/// The files of a training set, opened once to read several ranges; as read_dataset_info() and read_samples() say.
class Dataset {
 public:
  Dataset(const std::string& spec, std::int64_t inputs, const DatasetOptions& options);

  const DatasetInfo& info() const { return info_; }

  /// @param range  within the samples. Samples of a file with inputs alone have no targets.
  template <class Real>
  Samples<Real> read(Range range, InputForm form) const;

 private:
  void open(const std::string& file, const document::TableOptions& options, LastColumn last,
            const std::vector<std::string>& labels);
  bool has_whole_labels(const DatasetOptions& options) const;
  void find_whole_labels(const DatasetOptions& options);
  std::int64_t target_columns() const;
  template <class Real>
  void take_tables(Range range, Samples<Real>& samples) const;
  template <class Real>
  void add_targets(const Real* values, std::int64_t row, Samples<Real>& samples) const;

  DatasetInfo info_;
  std::optional<Corpus> corpus_;
  std::vector<Table> tables_;               ///< one, or inputs and outputs
  std::vector<std::int64_t> label_number_;  ///< of labels that are whole numbers, ascending
};

/// Calls use(part) for parts of a range of rows, in their order.
template <class Use>
void in_parts(Range range, const Use& use) {
  constexpr std::int64_t rows_at_a_time = 4096;
  for (std::int64_t row = range.first; row < range.end(); row += rows_at_a_time)
    use(Range{row, std::min(rows_at_a_time, range.end() - row)});
}

/// Mean and deviation of each input.
struct InputScale {
  std::vector<double> mean, deviation;  ///< a deviation of 0 is 1
  bool operator==(const InputScale&) const = default;
};

/// Those of a range of samples. The deviation is the root of the mean square distance from the mean.
/// Cost: reads the samples twice, in parts.
InputScale scale_of(const Dataset& set, Range samples);

/// Makes the inputs x, which are dense, (x - mean) / deviation.
template <class Real>
void standardise(Samples<Real>& samples, const InputScale& scale);

}  // namespace uneven::data
