// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace uneven::data {

/// Keys with a number each.
struct KeyNumbers {
  std::vector<std::string> keys;
  std::vector<double> numbers;
};

/// One of `parts` nearly equal parts of a list of keys, one a line, each with a number from 0 on behind it, or all
/// without: then it is 1. The first line says what stands between them: a tab, a comma or blanks. A first line whose
/// second field is no number, before one whose second field is, is a header.
///
/// @throws OpenError
/// @throws InputError  at a line that is not like the first one, naming it; if there is none.
KeyNumbers read_key_numbers(const std::string& path, int part, int parts);

}  // namespace uneven::data
