// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::data {

using document::Range;

enum class DataFormat { nettalk, npy, csv };

/// What a data file offers to a network with `inputs` inputs and `outputs` outputs.
struct DatasetInfo {
  DataFormat format = DataFormat::csv;
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  std::int64_t samples = 0;
  std::vector<std::string> files;
  std::int64_t bytes = 0;             ///< of all files
  std::vector<std::string> warnings;  ///< one line for each row that is skipped: file:line: why
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

/// Looks at the data that `spec` names: a file in the NETtalk format (told by its rows), two NPY files `x.npy,y.npy`
/// (told by their magic string), or else a CSV file with inputs, then outputs in each row.
///
/// @param inputs  inputs of the network, 0 if not known; only a CSV file needs it.
/// @throws OpenError   if a file cannot be opened.
/// @throws InputError  if a file is damaged, x and y differ in length, or `inputs` is not known but needed.
/// Cost: reads the text formats once, of NPY only the headers.
DatasetInfo read_dataset_info(const std::string& spec, std::int64_t inputs = 0);

/// Reads a range of samples.
///
/// @param inputs, outputs  of the plan's network.
/// @throws InputError  if the data have other widths, fewer samples, a value that is not finite in Real, or an input
///   other than 0 and 1 with InputForm::sparse; and as read_dataset_info.
/// Memory: the range, as dense, plus a NETtalk corpus whole. NPY files are read by seeking.
template <class Real>
Samples<Real> read_samples(const std::string& spec, std::int64_t inputs, std::int64_t outputs, Range samples,
                           InputForm form = InputForm::by_density);

}  // namespace uneven::data
