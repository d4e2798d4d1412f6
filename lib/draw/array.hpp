// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/array_shares.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The blocks of an array to scale, a table of processors, and a table of the halos if there are any. Above 64
/// processors only the prediction.
std::string text(const document::ArrayShares& plan, TextOptions options);

/// The blocks of an array to scale, coloured by speed.
std::string svg(const document::ArrayShares& plan);

}  // namespace uneven::draw
