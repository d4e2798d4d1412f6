// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneven::reduction {

/// Joins elementwise: joined = left op right, left before right in the order of items.
/// @param joined  may be the same array as `left` or `right`.
/// @param count   numbers in each item: its elements, or 4 for each 2 x 2 matrix, row-major.
template <class T>
using Operator = void (*)(const T* left, const T* right, T* joined, std::int64_t count);

/// sum, min, max, product or matrix (products of 2 x 2 matrices, which do not commute).
/// Integers wrap around, so that every operator on them is exactly associative.
/// T is float, double or std::int64_t. @throws InputError  for another name.
template <class T>
Operator<T> operator_named(const std::string& name);

/// Numbers in an element: 4 for matrix, else 1.
std::int64_t width_of(const std::string& operation);

/// The first `count` numbers of an item, generated from the seed; the same on every rank.
/// Floats are in [0.5, 1.5), integers in -8 .. 8.
template <class T>
std::vector<T> made_up_item(std::int64_t seed, std::int64_t item, std::int64_t count);

/// An item of the operator concat, generated likewise: a word of 1 to 8 letters.
std::string made_up_word(std::int64_t seed, std::int64_t item);

}  // namespace uneven::reduction
