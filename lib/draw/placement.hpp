#pragma once

#include <string>

#include "document/hbsp_elements.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A bar of elements per processor.
std::string text(const document::HbspElements& plan, TextOptions options);
std::string svg(const document::HbspElements& plan);

}  // namespace uneven::draw
