#pragma once

#include <string>
#include <vector>

#include "draw/text.hpp"

namespace uneven::draw {

/// One column of a table.
struct Heading {
  std::string title;
  bool left = false;  ///< text stands left, numbers right
  int rank = 0;       ///< in a narrow table the columns of the highest rank go first; rank 0 stays
};

/// A table of at most `options.width` characters: cells of `rows` under their headings, two blanks between columns.
/// A column of nothing but "-" is left out.
/// Cells of a column of rank 0 are cut only if those alone are too wide.
std::string table(std::vector<Heading> headings, std::vector<std::vector<std::string>> rows, TextOptions options);

/// The same, but of the first 20 rows, and how many more there are.
std::string first_rows(std::vector<Heading> headings, std::vector<std::vector<std::string>> rows, TextOptions options);

}  // namespace uneven::draw
