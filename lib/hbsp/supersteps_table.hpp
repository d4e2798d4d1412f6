// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "document/hbsp_costs.hpp"

namespace uneven::hbsp {

/// Reads the supersteps of a program from a text table of four columns: superstep, processor, w, h.
///
/// Fields stand between tabs if the first line has one, else between commas. A first line "superstep processor w h" is
/// a header; lines that begin with # are comments. Rows of one superstep and processor add up. Supersteps are in the
/// order of their first rows. Processor * stands for all processors together: w and h are shared out.
///
/// @param path        "-" is standard input.
/// @param processors  N; numbers of processors are from 0 to N - 1.
/// @return            names, work and traffic; no costs.
/// @throws OpenError, IoError
/// @throws InputError  at a line without four fields, a number of a processor that does not exist, w or h that is no
///   finite number >= 0; if there is no row.
std::vector<document::SuperstepCost> read_supersteps(const std::string& path, std::size_t processors);

}  // namespace uneven::hbsp
