// SPDX-License-Identifier: MIT
#include "shares/array_option.hpp"

#include <charconv>

#include "base/error.hpp"
#include "base/number_checks.hpp"

namespace uneven::shares {

namespace {

constexpr double largest_extent = document::most_cells;

/// @return  the extent that begins `text`, which then begins behind it; 0 if there is none.
std::int64_t take_extent(std::string_view& text) {
  std::int64_t extent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() && extent > 0 && static_cast<double>(extent) <= largest_extent ? extent : 0;
}

ArraySize parse_extents(const std::string& text) {
  std::string_view rest = text;
  ArraySize size;
  size.rows = take_extent(rest);
  const bool separated = rest.starts_with('x');
  if (separated) rest.remove_prefix(1);
  size.columns = take_extent(rest);
  if (!separated || size.rows == 0 || size.columns == 0 || !rest.empty())
    throw UsageError("--array: found '" + text + "'; expected ROWSxCOLUMNS, such as 1000x800");
  if (size.cells() > document::most_cells)
    throw UsageError("--array: found '" + text + "'; expected at most 9007199254740991 cells");
  return size;
}

}  // namespace

void ArrayOption::add_to(CommandLine& app, CommandLine& work) {
  work.add_option("--array", extents_, "Cells of a two-dimensional array, in one block per processor")
      .type_name("ROWSxCOLUMNS");
  app.add_option("--halo", halo_, "Rows and columns around its block that a processor of an array needs")
      .check(integer_from(0))
      .show_default("0")
      .type_name("H");
  app.add_option("--element-bytes", element_bytes_, "Bytes of a cell of an array")
      .check(integer_from(1))
      .show_default("8")
      .type_name("B");
}

ArrayRequest ArrayOption::read() const {
  if (!extents_ && (halo_ || element_bytes_))
    throw UsageError(std::string(halo_ ? "--halo" : "--element-bytes") + " needs --array");
  ArrayRequest request;
  if (extents_) request.size = parse_extents(*extents_);
  request.halo = halo_.value_or(request.halo);
  request.element_bytes = element_bytes_.value_or(request.element_bytes);
  return request;
}

}  // namespace uneven::shares
