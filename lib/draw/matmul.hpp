// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/hbsp_matmul.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The rectangles of C to scale, a table of processors, and what each of the 27 layouts would send, the best first.
/// Above 64 processors without the rectangles and the table.
std::string text(const document::HbspMatmul& plan, TextOptions options);

/// The rectangles of C to scale, coloured by speed.
std::string svg(const document::HbspMatmul& plan);

}  // namespace uneven::draw
