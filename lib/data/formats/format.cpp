// SPDX-License-Identifier: MIT
#include "data/formats/format.hpp"

#include <algorithm>

#include "base/file.hpp"
#include "data/formats/npy.hpp"

namespace uneven::data {

void Findings::add(const Findings& other) {
  smallest = std::min(smallest, other.smallest);
  largest = std::max(largest, other.largest);
  labels.insert(other.labels.begin(), other.labels.end());
  extents.insert(extents.end(), other.extents.begin(), other.extents.end());
}

const std::vector<std::string>& Format::labels() const {
  static const std::vector<std::string> none;
  return none;
}

std::string Format::where(std::int64_t row) const { return input_name(name_) + ": row " + std::to_string(row) + ", "; }

std::unique_ptr<Format> open_format(const std::string& name, const document::TableOptions& options, LastColumn last) {
  InputFile file = open_plain(name);
  if (is_vecs(name)) return open_vecs(name);
  if (is_npy(name)) return open_npy(name);
  if (is_hdf5(file)) return open_hdf5(name);
  if (is_idx(file)) return open_idx(name);
  if (is_matrix_market(name)) return open_matrix_market(name);
  if (!options.separator && is_svmlight(name)) return open_svmlight(name, last);
  return open_text(name, options, last);
}

}  // namespace uneven::data
