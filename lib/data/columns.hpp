// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/format.hpp"

namespace uneven::data {

/// The columns that a list names, from 0, in its order: "1,3-5,height". An item is a name of the header, else a number
/// from 1 or a range of numbers.
///
/// @param columns  of the file. @param names  of the header, if it has one. @param where  begins messages.
/// @throws InputError  at an item that is no column, and at a column named twice.
std::vector<std::int64_t> chosen_columns(const std::string& list, std::int64_t columns,
                                         const std::vector<std::string>& names, const std::string& where);

/// Those of a table. @param list  absent: all columns. @return  nothing if the format does not know its columns yet.
std::vector<std::int64_t> chosen_columns(const std::optional<std::string>& list, const Format& format,
                                         const std::string& where);

}  // namespace uneven::data
