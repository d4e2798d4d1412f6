// SPDX-License-Identifier: MIT
#include "data/formats/npy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <type_traits>

#include "base/error.hpp"
#include "data/input/plain.hpp"

namespace uneven::data {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied from and to little endian files");

/// A stored truth value: any byte but 0 is true.
struct Truth {
  std::uint8_t byte;
  template <class Real>
  explicit operator Real() const {
    return byte != 0;
  }
};

/// A stored number of half precision: 1 bit of sign, 5 of the exponent, 10 of the mantissa.
struct Half {
  std::uint16_t bits;
  template <class Real>
  explicit operator Real() const {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double size = exponent == 31  ? (mantissa ? std::numeric_limits<double>::quiet_NaN() : HUGE_VAL)
                        : exponent == 0 ? std::ldexp(mantissa, -24)
                                        : std::ldexp(1024 + mantissa, exponent - 25);
    return static_cast<Real>(bits >> 15 ? -size : size);
  }
};

template <class Stored>
void reverse_bytes(std::vector<Stored>& values) {
  for (Stored& value : values) {
    auto* const bytes = reinterpret_cast<unsigned char*>(&value);
    std::reverse(bytes, bytes + sizeof value);
  }
}

/// Copies `count` elements of the file from byte `offset` to to[0], to[stride], ...; `chunk` is working memory.
template <class Stored, class Real>
void read_run(InputFile& file, const NpyHeader& header, std::int64_t offset, std::int64_t count, Real* to,
              std::int64_t stride, std::vector<Stored>& chunk) {
  constexpr std::int64_t most = (1 << 20) / sizeof(Stored);
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t now = std::min(most, count - done);
    chunk.resize(static_cast<std::size_t>(now));
    constexpr std::int64_t size = sizeof(Stored);
    file.read(offset + done * size, now * size, chunk.data());
    if (header.big_endian) reverse_bytes(chunk);
    for (std::int64_t i = 0; i < now; ++i)
      to[(done + i) * stride] = static_cast<Real>(chunk[static_cast<std::size_t>(i)]);
    done += now;
  }
}

template <class Stored, class Real>
void read_block(const std::string& path, const NpyHeader& header, Range rows, Range columns, Real* to) {
  InputFile file = open_plain(path);
  std::vector<Stored> chunk;
  const auto byte_of = [&](std::int64_t row, std::int64_t column) {
    const std::int64_t index = header.fortran_order ? column * header.rows() + row : row * header.columns() + column;
    return header.offset + index * static_cast<std::int64_t>(sizeof(Stored));
  };
  if (header.fortran_order) {
    for (std::int64_t j = 0; j < columns.count; ++j)
      read_run(file, header, byte_of(rows.first, columns.first + j), rows.count, to + j, columns.count, chunk);
  } else if (columns.count == header.columns()) {
    read_run(file, header, byte_of(rows.first, 0), rows.count * columns.count, to, 1, chunk);
  } else {
    for (std::int64_t i = 0; i < rows.count; ++i)
      read_run(file, header, byte_of(rows.first + i, columns.first), columns.count, to + i * columns.count, 1, chunk);
  }
}

void check_within(const std::string& path, const char* what, Range part, std::int64_t length) {
  if (part.first < 0 || part.count < 0 || part.end() > length)
    throw InputError(path + ": " + std::to_string(length) + " " + what + "; asked for " + std::to_string(part.count) +
                     " from number " + std::to_string(part.first));
}

template <class T>
constexpr NpyType type_of() {
  if constexpr (std::is_same_v<T, float>) return NpyType::f4;
  if constexpr (std::is_same_v<T, double>) return NpyType::f8;
  if constexpr (std::is_same_v<T, std::int64_t>) return NpyType::i8;
}

}  // namespace

template <class Real>
std::vector<Real> read_npy_block(const std::string& path, const NpyHeader& header, Range rows, Range columns) {
  if (header.shape.empty() || header.shape.size() > 2)
    throw InputError(path + ": " + std::to_string(header.shape.size()) + " dimensions; expected 1 or 2");
  check_within(path, "rows", rows, header.rows());
  check_within(path, "columns", columns, header.columns());
  std::vector<Real> block(static_cast<std::size_t>(rows.count * columns.count));
  if (block.empty()) return block;
  const auto read = [&](auto stored) { read_block<decltype(stored)>(path, header, rows, columns, block.data()); };
  switch (header.type) {
    case NpyType::f2:
      read(Half{});
      break;
    case NpyType::f4:
      read(float{});
      break;
    case NpyType::f8:
      read(double{});
      break;
    case NpyType::i1:
      read(std::int8_t{});
      break;
    case NpyType::i2:
      read(std::int16_t{});
      break;
    case NpyType::i4:
      read(std::int32_t{});
      break;
    case NpyType::i8:
      read(std::int64_t{});
      break;
    case NpyType::u1:
      read(std::uint8_t{});
      break;
    case NpyType::u2:
      read(std::uint16_t{});
      break;
    case NpyType::u4:
      read(std::uint32_t{});
      break;
    case NpyType::u8:
      read(std::uint64_t{});
      break;
    case NpyType::b1:
      read(Truth{});
      break;
  }
  return block;
}

template <class Real>
std::vector<Real> read_npy_rows(const std::string& path, const NpyHeader& header, Range rows) {
  return read_npy_block<Real>(path, header, rows, {0, header.columns()});
}

template <class T>
void write_npy(OutputFile& file, const std::vector<std::int64_t>& shape, std::span<const T> values) {
  const NpyHeader header{.shape = shape};
  if (header.elements() != static_cast<std::int64_t>(values.size()))
    throw std::logic_error(std::to_string(values.size()) + " values for a shape of " +
                           std::to_string(header.elements()));
  const std::string start = npy_header(type_of<T>(), shape);
  file.stream().write(start.data(), static_cast<std::streamsize>(start.size()));
  file.stream().write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
}

template std::vector<float> read_npy_block(const std::string&, const NpyHeader&, Range, Range);
template std::vector<double> read_npy_block(const std::string&, const NpyHeader&, Range, Range);
template std::vector<std::int64_t> read_npy_block(const std::string&, const NpyHeader&, Range, Range);
template std::vector<float> read_npy_rows(const std::string&, const NpyHeader&, Range);
template std::vector<double> read_npy_rows(const std::string&, const NpyHeader&, Range);
template std::vector<std::int64_t> read_npy_rows(const std::string&, const NpyHeader&, Range);
template void write_npy(OutputFile&, const std::vector<std::int64_t>&, std::span<const float>);
template void write_npy(OutputFile&, const std::vector<std::int64_t>&, std::span<const double>);
template void write_npy(OutputFile&, const std::vector<std::int64_t>&, std::span<const std::int64_t>);

}  // namespace uneven::data
