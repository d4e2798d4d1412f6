#pragma once

#include <string>

namespace uneven::draw {

/// "#rrggbb" for a value between 0 and 1, pale for 0 and dark for 1; told apart by lightness alone, so that
/// colour-blind readers and grey printers lose nothing. The colours are those of ColorBrewer's YlGnBu.
std::string shade(double value);

/// Black or white, whichever is read better on shade(value).
std::string ink(double value);

/// Three kinds of time, from the palette of Okabe and Ito.
constexpr const char* compute_colour = "#0072b2";
constexpr const char* communicate_colour = "#e69f00";
constexpr const char* wait_colour = "#d9d9d9";

}  // namespace uneven::draw
