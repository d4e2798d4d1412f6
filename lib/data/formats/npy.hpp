// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "document/common.hpp"

namespace uneven::data {

using document::Range;

/// Types of an element that are read: floats, integers with and without a sign, and truth values.
enum class NpyType { f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1 };

/// Bytes of one element.
std::int64_t size_of(NpyType type);

/// Whether an element can be another than a whole number.
bool is_floating(NpyType type);

/// The header of a NumPy array file (.npy).
/// Format: NEP 1 (numpy.lib.format), versions 1.0, 2.0 and 3.0.
struct NpyHeader {
  std::vector<std::int64_t> shape;
  NpyType type = NpyType::f8;
  bool fortran_order = false;  ///< columns one after the other instead of rows
  bool big_endian = false;
  std::int64_t offset = 0;  ///< byte at which the elements begin

  std::int64_t elements() const;
  std::int64_t rows() const { return shape.empty() ? 1 : shape[0]; }
  std::int64_t columns() const;  ///< elements per row; 1 for a vector
};

/// True if the file begins with the magic string of NPY. @throws OpenError
bool is_npy(const std::string& path);

/// Reads the header of an array and checks that the file holds all elements that it promises.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is no NPY file, of a type not in NpyType (complex numbers, Python objects, records, ...),
/// or
///   shorter or longer than its header says; the text gives the bytes.
NpyHeader read_npy_header(const std::string& path);

/// Elements of the given rows and columns of a vector (one column) or matrix, row-major whatever the order in the
/// file; shape [rows.count, columns.count]. Converted to Real as a C++ cast does.
///
/// Reads only this block: one run of bytes per row (per column in Fortran order; one in all for whole rows or columns).
/// @throws InputError  if the array has more than two dimensions or the block lies outside it.
/// @throws IoError     if the system cannot read.
template <class Real>
std::vector<Real> read_npy_block(const std::string& path, const NpyHeader& header, Range rows, Range columns);

/// All columns of the given rows; shape [rows.count, header.columns()].
template <class Real>
std::vector<Real> read_npy_rows(const std::string& path, const NpyHeader& header, Range rows);

/// The bytes before the elements of an array in C order (version 1.0, a multiple of 64 bytes long), for writers that
/// place the elements themselves.
std::string npy_header(NpyType type, const std::vector<std::int64_t>& shape);

/// Writes an array in C order; T is float, double or std::int64_t. Whoever opened the file commits it.
/// @param values  as many as the product of `shape`.
/// @throws IoError  if it cannot be written.
template <class T>
void write_npy(OutputFile& file, const std::vector<std::int64_t>& shape, std::span<const T> values);

/// The same to a file of its own, which appears whole or not at all.
template <class T>
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const T> values) {
  OutputFile file(path);
  write_npy(file, shape, values);
  file.commit();
}

/// The same for a vector.
template <class T>
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, const std::vector<T>& values) {
  write_npy(path, shape, std::span<const T>(values));
}

}  // namespace uneven::data
