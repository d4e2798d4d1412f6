// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "bp/model.hpp"

namespace uneven::bp {

/// Whether predictions are written as an NPY array; else they are a table.
bool is_npy_name(const std::string& path);

/// One line, or row, for each sample: its label, or its outputs where the model has no labels or these are asked for.
class PredictionFile {
 public:
  /// @param model    outlives the file. @param samples  of all ranks.
  PredictionFile(const std::string& path, const Model& model, bool probabilities, std::int64_t samples);

  /// @param outputs  of some samples, shape [samples, outputs].
  void write(const std::vector<double>& outputs);
  void commit() { file_.commit(); }

 private:
  std::string names_of_outputs() const;
  void add_label(std::string& bytes, std::int64_t number) const;
  void add_numbers(std::string& bytes, const std::vector<double>& numbers) const;

  OutputFile file_;
  const Model& model_;
  bool npy_, classes_, whole_;
};

}  // namespace uneven::bp
