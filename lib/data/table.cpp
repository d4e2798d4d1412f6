// SPDX-License-Identifier: MIT
#include "data/table.hpp"

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "data/csv.hpp"
#include "data/file.hpp"
#include "data/npy.hpp"

namespace uneven::data {

namespace {

std::int64_t rows_of_npy(const std::string& path) {
  const NpyHeader header = read_npy_header(path);
  if (header.shape.empty() || header.shape.size() > 2 || header.elements() == 0)
    throw InputError(path + ": an array of " + std::to_string(header.shape.size()) + " dimensions and " +
                     std::to_string(header.elements()) + " numbers; expected 1 or 2 and some");
  return header.rows();
}

std::int64_t rows_of_csv(const std::string& path) {
  const CsvInfo info = read_csv_info(path);
  read_csv_rows<double>(path, info, {0, 1});
  return info.rows;
}

}  // namespace

TableInfo read_table_info(const std::string& path) {
  return {is_npy(path) ? rows_of_npy(path) : rows_of_csv(path),
          static_cast<std::int64_t>(std::filesystem::file_size(path))};
}

TableInfo read_line_info(const std::string& path) {
  InputFile file(path);
  TableInfo info{0, file.bytes()};
  std::string part(std::size_t{1} << 20, '\0');
  char last = '\n';
  for (std::int64_t at = 0; at < info.bytes; at += std::ssize(part)) {
    part.resize(static_cast<std::size_t>(std::min(std::ssize(part), info.bytes - at)));
    file.read(at, std::ssize(part), part.data());
    info.rows += std::ranges::count(part, '\n');
    last = part.back();
  }
  if (last != '\n') ++info.rows;
  return info;
}

}  // namespace uneven::data
