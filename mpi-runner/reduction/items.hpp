// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/common.hpp"
#include "document/options/reduction_options.hpp"

namespace uneven::reduction {

/// Items of a range as rows of numbers, shape [items.count, numbers]: made up from the seed, or read from the file.
/// The file has passed check_data().
/// @throws OpenError, IoError, InputError  at a number that is not finite.
template <class T>
std::vector<T> load_items(const document::ReductionOptions& options, document::Range items, std::int64_t numbers);

/// Checks that this host's file, if there is one, holds as many items of as many numbers. @throws InputError
void check_data(const document::ReductionOptions& options, std::int64_t items, std::int64_t numbers);

}  // namespace uneven::reduction
