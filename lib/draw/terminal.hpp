#pragma once

#include "draw/text.hpp"

namespace uneven::draw {

/// What the environment says: COLUMNS, else the width of the terminal on standard output, else 80;
/// ASCII unless the locale is UTF-8. At least 40 characters wide. Sets the process's character locale.
TextOptions terminal_options();

}  // namespace uneven::draw
