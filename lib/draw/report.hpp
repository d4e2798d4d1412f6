#pragma once

#include <string>

#include "document/report.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A bar per rank of computing, communicating and waiting; measured beside predicted time.
std::string text(const document::Report& report, TextOptions options);
std::string svg(const document::Report& report);

}  // namespace uneven::draw
