// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneven::data {

/// The columns that a list names, from 0, in its order: "1,3-5,height". An item is a name of the header, else a number
/// from 1 or a range of numbers.
///
/// @param columns  of the file. @param names  of the header, if it has one. @param where  begins messages.
/// @throws InputError  at an item that is no column, and at a column named twice.
std::vector<std::int64_t> chosen_columns(const std::string& list, std::int64_t columns,
                                         const std::vector<std::string>& names, const std::string& where);

}  // namespace uneven::data
