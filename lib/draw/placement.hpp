#pragma once

#include <string>

#include "document/hbsp_elements.hpp"
#include "document/search.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A bar of elements per processor.
std::string text(const document::HbspElements& plan, TextOptions options);
std::string svg(const document::HbspElements& plan);

/// A bar of examples per processor; as text also the predicted times of all methods and joins.
std::string text(const document::Search& plan, TextOptions options);
std::string svg(const document::Search& plan);

}  // namespace uneven::draw
