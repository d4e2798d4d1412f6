// SPDX-License-Identifier: MIT
#include "reduction/items.hpp"

#include <type_traits>

#include "base/error.hpp"
#include "data/npy.hpp"
#include "data/table.hpp"
#include "reduction/operators.hpp"

namespace uneven::reduction {

template <class T>
std::vector<T> load_items(const document::ReductionOptions& options, document::Range items, std::int64_t numbers) {
  if (options.data) {
    auto rows = data::read_npy_rows<T>(*options.data, data::read_npy_header(*options.data), items);
    if constexpr (std::is_floating_point_v<T>) data::require_finite(*options.data, rows, items, {0, numbers});
    return rows;
  }
  std::vector<T> rows;
  rows.reserve(items.count * numbers);
  for (auto item = items.first; item < items.end(); ++item) {
    const auto row = made_up_item<T>(options.seed, item, numbers);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

void check_data(const document::ReductionOptions& options, std::int64_t items, std::int64_t numbers) {
  if (!options.data) return;
  const auto header = data::read_npy_header(*options.data);
  if (header.rows() != items || header.columns() != numbers)
    throw InputError(*options.data + ": found " + std::to_string(header.rows()) + " x " +
                     std::to_string(header.columns()) + " numbers; expected a row of " + std::to_string(numbers) +
                     " for each of " + std::to_string(items) + " items");
  if (options.type == document::NumberType::int64 &&
      (header.type == data::NpyType::f4 || header.type == data::NpyType::f8))
    throw InputError(*options.data + ": found floating-point numbers; expected whole ones for type int64");
}

template std::vector<float> load_items(const document::ReductionOptions&, document::Range, std::int64_t);
template std::vector<double> load_items(const document::ReductionOptions&, document::Range, std::int64_t);
template std::vector<std::int64_t> load_items(const document::ReductionOptions&, document::Range, std::int64_t);

}  // namespace uneven::reduction
