// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "data/formats/npy.hpp"

namespace uneven::data {

/// The bytes with which NPZ files begin, and all ZIP files.
inline constexpr std::string_view npz_magic{"PK\3\4", 4};

/// A file within an NPZ file. An array has the name that numpy.load() gives it, and ".npy".
struct NpzMember {
  std::string name;
  std::string bytes;
};

/// An array in C order as such a member. @param values  as many as the product of `shape`.
template <class T>
NpzMember npz_array(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<T>& values) {
  std::string bytes = npy_header(sizeof(T) == 4 ? NpyType::f4 : NpyType::f8, shape);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return {name + ".npy", std::move(bytes)};
}

/// Writes an NPZ file with uncompressed members. The caller, which opened the file, commits it.
/// @throws InputError  if it would have 4 GiB or more; IoError as the file does.
void write_npz(OutputFile& file, const std::vector<NpzMember>& members);

}  // namespace uneven::data
