// SPDX-License-Identifier: MIT
// Arrays whose rows can be read by seeking: NPY and IDX.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/formats/block_size.hpp"
#include "data/formats/format.hpp"
#include "data/formats/npy.hpp"

namespace uneven::data {

namespace {

/// Elements of all but the chosen columns are read, too.
class ArrayTable : public Format {
 public:
  ArrayTable(const std::string& name, NpyHeader header, std::string description)
      : Format(name), header_(std::move(header)), description_(std::move(description)) {
    if (header_.elements() == 0) throw InputError(input_name(name) + ": holds no numbers");
    block_rows_ = rows_of_block(header_.columns());
    // What lies in columns is read in long runs.
    if (header_.fortran_order) block_rows_ = std::max(block_rows_, block_size.rows_apart);
  }

  std::string description() const override { return description_; }
  std::int64_t columns() const override { return header_.columns(); }
  std::int64_t blocks() const override { return (header_.rows() + block_rows_ - 1) / block_rows_; }
  std::int64_t survey(std::int64_t block, Findings&) const override {
    return std::min(block_rows_, header_.rows() - block * block_rows_);
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    rows.first += block * block_rows_;
    const std::int64_t columns = header_.columns();
    const std::vector<double> all = read_npy_rows<double>(name_, header_, rows);
    if (std::ssize(chosen_) == columns && std::ranges::is_sorted(chosen_)) {
      values.insert(values.end(), all.begin(), all.end());
      return;
    }
    for (std::int64_t row = 0; row < rows.count; ++row)
      for (const std::int64_t column : chosen_) values.push_back(all[static_cast<std::size_t>(row * columns + column)]);
  }

 private:
  NpyHeader header_;  ///< of an array of two dimensions, or one
  std::string description_;
  std::int64_t block_rows_;
};

std::string text_of_type(const NpyHeader& header) {
  const std::string start = npy_header(header.type, {});
  const std::size_t at = start.find("'descr': '") + 11;
  return start.substr(at, 2) + (header.big_endian ? ", big endian" : "");
}

/// The rows of an array of more than two dimensions are those of its first one.
NpyHeader flattened(NpyHeader header) {
  if (header.shape.size() > 2) header.shape = {header.rows(), header.columns()};
  return header;
}

std::int64_t big_endian_number(const unsigned char* bytes) {
  return std::int64_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

constexpr std::array<std::pair<int, NpyType>, 6> idx_types{{{0x08, NpyType::u1},
                                                            {0x09, NpyType::i1},
                                                            {0x0B, NpyType::i2},
                                                            {0x0C, NpyType::i4},
                                                            {0x0D, NpyType::f4},
                                                            {0x0E, NpyType::f8}}};

/// The first four bytes: two zeros, the type, the number of dimensions.
std::array<unsigned char, 4> idx_start(InputFile& file) {
  std::array<unsigned char, 4> start{1};
  if (file.bytes() >= 4) file.read(0, 4, start.data());
  return start;
}

}  // namespace

std::unique_ptr<Format> open_npy(const std::string& name) {
  const NpyHeader header = read_npy_header(name);
  if (header.shape.empty() || header.shape.size() > 2)
    throw InputError(input_name(name) + ": an array of " + std::to_string(header.shape.size()) + " dimensions and " +
                     std::to_string(header.elements()) + " numbers; expected 1 or 2 and some");
  return std::make_unique<ArrayTable>(name, header, "NPY of " + text_of_type(header));
}

bool is_idx(InputFile& file) {
  const auto start = idx_start(file);
  return start[0] == 0 && start[1] == 0 && start[3] > 0 &&
         std::ranges::find(idx_types, int{start[2]}, &std::pair<int, NpyType>::first) != idx_types.end();
}

// Format: Y. LeCun, C. Cortes, C. Burges, The MNIST database of handwritten digits.
std::unique_ptr<Format> open_idx(const std::string& name) {
  InputFile file = open_plain(name);
  const auto start = idx_start(file);
  NpyHeader header;
  header.type = std::ranges::find(idx_types, int{start[2]}, &std::pair<int, NpyType>::first)->second;
  header.big_endian = true;
  header.offset = 4 + 4 * std::int64_t{start[3]};
  if (file.bytes() < header.offset)
    throw InputError(file.path() + ": cut off within the lengths of an IDX file; expected " +
                     std::to_string(int{start[3]}) + " of 4 bytes each");
  std::int64_t bytes = size_of(header.type);
  bool too_large = false;
  for (std::int64_t i = 0; i < start[3]; ++i) {
    std::array<unsigned char, 4> length{};
    file.read(4 + 4 * i, 4, length.data());
    header.shape.push_back(big_endian_number(length.data()));
    too_large |= __builtin_mul_overflow(bytes, std::max<std::int64_t>(1, header.shape.back()), &bytes);
  }
  if (too_large)
    throw InputError(file.path() + ": the lengths of an IDX file are too large; expected those of its bytes");
  if (header.elements() == 0) bytes = 0;
  if (bytes != file.bytes() - header.offset)
    throw InputError(file.path() + ": " + std::to_string(file.bytes() - header.offset) +
                     " bytes follow the header of an IDX file; expected " + std::to_string(bytes));
  std::string shape;
  for (const std::int64_t length : header.shape) shape += (shape.empty() ? "" : " x ") + std::to_string(length);
  return std::make_unique<ArrayTable>(name, flattened(header), "IDX of " + shape + " numbers");
}

}  // namespace uneven::data
