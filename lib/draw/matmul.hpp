// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/hbsp_matmul.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The blocks of C to scale, and those of A and B where they start otherwise, each with a table of processors; and the
/// costs of the 27 layouts, the best first. Above 64 processors without the blocks and the tables.
std::string text(const document::HbspMatmul& plan, TextOptions options);

/// The blocks of C, and those of A and B where they start otherwise, coloured by speed. Each matrix is to scale, but
/// one more than four times as long as wide is drawn shorter.
std::string svg(const document::HbspMatmul& plan);

}  // namespace uneven::draw
