// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace uneven::data {

/// Loads libhdf5, which brings forty other libraries, when the first file needs it: no rank is to pay that at its
/// start.
/// @throws SystemError  if it is not there.
void load_hdf5();

/// A dataset of whole or floating-point numbers in an HDF5 file; its rows are those of the first dimension.
///
/// libhdf5 1.10 reads and writes where it must not, asks for memory without end or crashes where a file is damaged:
/// only for a process that can be lost, such as that of hdf5.cpp.
class Hdf5Dataset {
 public:
  /// @param path  of plain bytes. @param part  the dataset's name; empty: the only one.
  /// @throws InputError  with the fault, without the file's name.
  Hdf5Dataset(const std::string& path, const std::string& part);
  ~Hdf5Dataset();

  std::int64_t rows() const;
  std::int64_t columns() const;
  /// Rows that are unpacked together; 1 if all can be read alone.
  std::int64_t rows_of_chunk() const;
  /// "HDF5 dataset /x of 3 x 2 numbers"
  std::string description() const;

  /// Copies `count` rows to `to`, shape [count, columns()].
  /// @throws InputError  as above
  void read(std::int64_t first, std::int64_t count, double* to) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uneven::data
