// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

using TextRows = std::vector<std::vector<std::string>>;

/// What stands in the columns of a table.
struct TextColumns {
  std::vector<Heading> headings;
  TextRows rows;            ///< a cell for each heading
  std::vector<int> widths;  ///< of the widest cell or the heading, characters
};

/// The columns that fit into `width` characters, with `gap` between two. A column of nothing but "-" is left out, and
/// those of the highest rank until the others fit. Columns of rank 0 stay even if those alone are too wide.
TextColumns fitted(std::vector<Heading> headings, TextRows rows, int width, int gap);

/// A table of at most `options.width` characters: cells of `rows` under their headings, two blanks between columns.
/// Columns go as in fitted(). Cells of a column of rank 0 are cut only if those alone are too wide.
std::string table(std::vector<Heading> headings, TextRows rows, TextOptions options);

/// A table beside a picture, in a text below it.
struct Listing {
  std::string caption;  ///< a line above; may be empty
  std::vector<Heading> headings;
  TextRows rows;
  std::size_t more = 0;  ///< rows that are left out here
};

/// The first 20 rows.
Listing first_of(Listing listing);

/// The caption, the table, and how many more rows there are. Nothing if there are no rows.
std::string text(const Listing& listing, TextOptions options);

/// Listings that have rows, a blank line before each.
std::string listed(const std::vector<Listing>& listings, TextOptions options);

/// What stands beside a picture.
struct Notes {
  std::vector<std::string> sentences;
  std::vector<Listing> tables;
};

class Svg;

/// Writes notes to the right of a picture, in columns as high as the picture, of at least 720 pixels. Of a table too
/// long for its column the last line tells how many rows are left out; rows marked * stay.
void add_notes(Svg& picture, const Notes& notes);

}  // namespace uneven::draw
