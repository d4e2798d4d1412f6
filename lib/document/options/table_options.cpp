// SPDX-License-Identifier: MIT
#include "document/options/table_options.hpp"

namespace uneven::document {

void add_table_options(CommandLine& app, TableOptions& options) {
  app.add_option("--columns", options.columns, "Columns of the data: numbers from 1, ranges, names: 1,3-5,height");
  app.add_option("--separator", options.separator,
                 "Between the fields of text: a character, or comma, semicolon, tab or blanks; default: by look");
  app.add_option("--missing", options.missing, "Missing values: refuse them, drop their rows, or fill in the mean")
      .one_of(names_of<Missing>())
      .show_default(name_of(options.missing));
}

Json identity_of(const TableOptions& options) {
  return {{"columns", options.columns.value_or("")},
          {"separator", options.separator.value_or("")},
          {"missing", name_of(options.missing)}};
}

}  // namespace uneven::document
