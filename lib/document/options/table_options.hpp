// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/tool.hpp"
#include "document/describe/field.hpp"

namespace uneven::document {

/// Treatment of missing values of a table: the run is refused, their rows are dropped, or the mean of the column
/// takes their place.
enum class Missing { refuse, drop, mean };

constexpr auto table_of(Missing) {
  using enum Missing;
  return std::to_array<Name<Missing>>({{refuse, "refuse"}, {drop, "drop"}, {mean, "mean"}});
}

/// How a table of data is read.
struct TableOptions {
  std::optional<std::string> columns{};  ///< "sepal length,3,5-9": names of the header and numbers from 1; absent: all
  std::optional<std::string> separator{};  ///< a character, or comma, semicolon, tab or blanks; absent: by look
  Missing missing = Missing::refuse;
  bool operator==(const TableOptions&) const = default;
};

/// --columns, --separator and --missing.
void add_table_options(CommandLine& app, TableOptions& options);

/// To know by whether two runs read the same of their data.
Json identity_of(const TableOptions& options);

/// The fields of an object of options that has TableOptions as its member.
template <auto Member>
std::vector<Field> table_fields() {
  return {
      maybe<Member, &TableOptions::columns>("columns", text("columns, such as 1,3-5 or names of the header"),
                                            "Columns of the data that are used; absent: all."),
      maybe<Member, &TableOptions::separator>("separator", text("a character, or comma, semicolon, tab or blanks"),
                                              "Between the fields of the data; absent: by look."),
      maybe<Member, &TableOptions::missing>("missing", one_of<Missing>(), "What becomes of missing values."),
  };
}

}  // namespace uneven::document
