// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace uneven::draw {

/// Pictures of an SVG by rsvg-convert (Debian's librsvg2-bin), a program of its own: its library would bring Cairo,
/// Pango and GLib into this process.
///
/// Same SVG, same fonts, same bytes: a PDF tells the time of SOURCE_DATE_EPOCH, or 1970.
///
/// @throws SystemError  if rsvg-convert is not there or fails.
/// Cost: memory of a few pictures, about 0.1 s.
std::string pdf(const std::string& svg);

/// Two pixels for each of the SVG, so that letters are sharp on paper and on a slide.
std::string png(const std::string& svg);

}  // namespace uneven::draw
