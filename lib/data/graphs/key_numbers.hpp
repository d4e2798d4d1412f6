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

/// One of `parts` nearly equal parts of a list of keys, one a line. Each key has a number >= 0 behind it, or none has:
/// then all numbers are 1. The first line decides the separator: a tab, a comma or blanks. A first line of two fields
/// is a header if the second is no number.
///
/// @throws OpenError
/// @throws InputError  at a line that is not like the first one, naming it; if there is none.
KeyNumbers read_key_numbers(const std::string& path, int part, int parts);

}  // namespace uneven::data
