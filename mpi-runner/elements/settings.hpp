// SPDX-License-Identifier: MIT
#pragma once

#include "document/options/program_options.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// The settings of a program before its data are read.
/// @throws InputError  unless each parameter is NAME=VALUE, and no name comes twice.
Settings settings_of(const document::BspOptions& options);

/// @throws InputError  if a parameter is given for which the program did not ask.
void require_asked(const Parameters& parameters);

}  // namespace uneven::elements
