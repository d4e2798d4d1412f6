// SPDX-License-Identifier: MIT
// Vectors of one length, each behind its length: FVECS, BVECS and IVECS of the data sets for nearest neighbours.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/formats/format.hpp"

namespace uneven::data {

namespace {

struct VecsType {
  std::string_view end;  ///< of the file's name
  std::string_view element;
  std::int64_t bytes;
};

constexpr std::array<VecsType, 3> vecs_types{{{".fvecs", "f4", 4}, {".bvecs", "u1", 1}, {".ivecs", "i4", 4}}};

/// By the name, which may say at its end how the file is packed; null if it is none.
const VecsType* vecs_type(std::string_view name) {
  for (const std::string_view packing : {".gz", ".zst"})
    if (name.ends_with(packing)) name.remove_suffix(packing.size());
  const auto* found = std::ranges::find_if(vecs_types, [&](const VecsType& t) { return name.ends_with(t.end); });
  return found == vecs_types.end() ? nullptr : found;
}

constexpr std::int64_t length_bytes = 4;

/// The length of the first vector.
std::int64_t first_length(InputFile& file) {
  std::int32_t length = 0;
  if (file.bytes() == 0) throw InputError(file.path() + ": empty; expected vectors");
  if (file.bytes() >= length_bytes) file.read(0, length_bytes, &length);
  if (length <= 0)
    throw InputError(file.path() + ": a vector of length " + std::to_string(length) +
                     "; expected a positive number of 4 bytes before each");
  return length;
}

class VecsTable : public Format {
 public:
  VecsTable(const std::string& name, const VecsType& type) : Format(name), type_(type) {
    InputFile file = open_plain(name);
    columns_ = first_length(file);
    const std::int64_t row = row_bytes();
    rows_ = file.bytes() / row;
    if (file.bytes() % row != 0)
      throw InputError(file.path() + ": " + std::to_string(file.bytes()) + " bytes; expected a multiple of " +
                       std::to_string(row) + ", for vectors of length " + std::to_string(columns_) + ", as the first");
    block_rows_ = std::max<std::int64_t>(1, (1 << 17) / columns_);
  }

  std::string description() const override { return "vectors of " + std::string(type_.element); }
  std::int64_t columns() const override { return columns_; }
  std::int64_t blocks() const override { return (rows_ + block_rows_ - 1) / block_rows_; }
  std::int64_t survey(std::int64_t block, Findings&) const override {
    return std::min(block_rows_, rows_ - block * block_rows_);
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    rows.first += block * block_rows_;
    const std::int64_t bytes = row_bytes();
    std::vector<char> all(static_cast<std::size_t>(rows.count * bytes));
    open_plain(name_).read(rows.first * bytes, rows.count * bytes, all.data());
    const char* at = all.data();
    for (std::int64_t row = rows.first; row < rows.end(); ++row, at += bytes) {
      std::int32_t length = 0;
      std::memcpy(&length, at, length_bytes);
      if (length != columns_)
        throw InputError(where(row + 1) + "a vector of length " + std::to_string(length) + "; expected " +
                         std::to_string(columns_) + ", as of the first");
      for (const std::int64_t column : chosen_) values.push_back(element(at + length_bytes + column * type_.bytes));
    }
  }

 private:
  std::int64_t row_bytes() const { return length_bytes + columns_ * type_.bytes; }

  double element(const char* at) const {
    if (type_.bytes == 1) return static_cast<unsigned char>(*at);
    std::int32_t whole = 0;
    std::memcpy(&whole, at, sizeof whole);
    return type_.element == "f4" ? std::bit_cast<float>(whole) : static_cast<double>(whole);
  }

  const VecsType& type_;
  std::int64_t columns_ = 0, rows_ = 0, block_rows_ = 1;
};

}  // namespace

bool is_vecs(const std::string& name) { return vecs_type(name) != nullptr; }

// Format: L. Amsaleg, H. Jegou, Datasets for approximate nearest neighbor search, http://corpus-texmex.irisa.fr.
std::unique_ptr<Format> open_vecs(const std::string& name) {
  return std::make_unique<VecsTable>(name, *vecs_type(name));
}

}  // namespace uneven::data
