#include "data/table.hpp"

#include <filesystem>

#include "data/csv.hpp"
#include "data/npy.hpp"

namespace uneven::data {

TableInfo read_table_info(const std::string& path) {
  const std::int64_t rows = is_npy(path) ? read_npy_header(path).rows() : read_csv_info(path).rows;
  return {rows, static_cast<std::int64_t>(std::filesystem::file_size(path))};
}

}  // namespace uneven::data
