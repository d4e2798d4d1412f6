#pragma once

#include <string>

#include "document/speeds.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A bar per processor, and the network in words.
std::string text(const document::Speeds& speeds, TextOptions options);
std::string svg(const document::Speeds& speeds);

}  // namespace uneven::draw
