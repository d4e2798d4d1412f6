// SPDX-License-Identifier: MIT
#include "shares/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"

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

namespace {

double parse_units(std::string_view text, const std::string& what) {
  const double units = parse_number(text, what);
  if (units < 0 || units != std::floor(units) || units > static_cast<double>(largest_in_json))
    throw UsageError(what + ": '" + std::string(text) + "' is no whole number from 0 to " +
                     std::to_string(largest_in_json));
  return units;
}

/// One value for each processor, from one for all or a list.
std::vector<std::int64_t> for_each_processor(const std::vector<double>& list, std::size_t processors,
                                             const std::string& what) {
  if (list.size() != 1 && list.size() != processors)
    throw UsageError(what + ": has " + std::to_string(list.size()) + " values for " + std::to_string(processors) +
                     " processors; expected one for all, or one each");
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < processors; ++i)
    values.push_back(static_cast<std::int64_t>(std::min(list[list.size() == 1 ? 0 : i], 0x1p62)));
  return values;
}

}  // namespace

void MemoryOption::add_to(CommandLine& app) {
  app.add_option("--memory", text_, "Memory that the work may use, such as 16GB for each or 16GB,8*24GB")
      .type_name("LIST");
}

std::vector<std::optional<std::int64_t>> MemoryOption::read(const document::Speeds& speeds) const {
  std::vector<std::optional<std::int64_t>> memory;
  if (!text_) {
    for (const auto& processor : speeds.processors) memory.push_back(processor.memory_bytes);
    return memory;
  }
  const auto list = parse_bytes_list(*text_, "--memory");
  for (const std::int64_t bytes : for_each_processor(list, speeds.processors.size(), "--memory"))
    memory.emplace_back(bytes);
  return memory;
}

void MemoryOption::apply_to(document::Speeds& speeds) const {
  const auto memory = read(speeds);
  for (std::size_t i = 0; i < memory.size(); ++i) speeds.processors[i].memory_bytes = memory[i];
}

void LimitsOption::add_to(CommandLine& app) {
  app.add_option("--multiple-of", multiple_of_, "Ranges begin at multiples of M units, and but the last end there")
      .check(integer_from(1))
      .type_name("M");
  app.add_option("--least", least_, "Least units of a processor that has any")
      .check(integer_from(0))
      .type_name("UNITS");
  app.add_option("--most", most_, "Most units of a processor: one number for all, or a list as 4*100,50")
      .type_name("LIST");
  memory_.add_to(app);
  app.add_option("--memory-per-unit", per_unit_, "Memory of a unit, such as 3MB").type_name("BYTES");
  app.add_option("--memory-fixed", fixed_, "Memory of a process whatever its units").type_name("BYTES");
}

bool LimitsOption::matter(const document::Speeds& speeds) const {
  if (given()) return true;
  const bool needed = speeds.memory_per_unit_bytes || speeds.memory_fixed_bytes;
  return std::ranges::any_of(speeds.processors, [&](const auto& p) { return p.fixed_s || (needed && p.memory_bytes); });
}

Wanted LimitsOption::read(const document::Speeds& speeds) const {
  const std::size_t processors = speeds.processors.size();
  Wanted wanted{multiple_of_, least_, {}, {}, speeds.memory_per_unit_bytes, speeds.memory_fixed_bytes};
  if (most_)
    wanted.most = for_each_processor(parse_list(*most_, "--most", "whole numbers such as 4*100,50", parse_units),
                                     processors, "--most");
  wanted.memory_bytes = memory_.read(speeds);
  if (per_unit_) wanted.memory_per_unit_bytes = parse_bytes(*per_unit_, "--memory-per-unit");
  if (fixed_) wanted.memory_fixed_bytes = static_cast<std::int64_t>(std::ceil(parse_bytes(*fixed_, "--memory-fixed")));
  const bool some = std::ranges::any_of(wanted.memory_bytes, [](const auto& bytes) { return bytes.has_value(); });
  if (memory_.given() && !wanted.memory_per_unit_bytes && !wanted.memory_fixed_bytes)
    throw UsageError("--memory: needs --memory-per-unit, or speeds with memory_per_unit_bytes");
  if ((per_unit_ || fixed_) && !some)
    throw UsageError(std::string(per_unit_ ? "--memory-per-unit" : "--memory-fixed") +
                     ": needs --memory, or speeds with memory_bytes");
  return wanted;
}

}  // namespace uneven::shares
