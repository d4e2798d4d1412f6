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
/// @param list  absent: all columns. @param where  begins messages.
/// @return      nothing if the format does not know its columns yet.
/// @throws InputError  at an item that is no column, and at a column named twice.
std::vector<std::int64_t> chosen_columns(const std::optional<std::string>& list, const Format& format,
                                         const std::string& where);

}  // namespace uneven::data
