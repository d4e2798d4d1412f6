// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "document/partition.hpp"

namespace uneven::document {

/// The sizes as every tool takes and records them: "203-80-26" is inputs-hidden-outputs.
std::string text_of(const Perceptron& network);

/// The reverse.
/// @param what  names the option in the error.
/// @throws UsageError  if it is not three integers from 1 to 2^53 - 1.
Perceptron parse_perceptron(std::string_view text, const std::string& what);

/// Faults of the kernel_options of kernel "bp", in speeds and reports: the sizes and the form of the input, where told.
Faults faults_of_bp_options(const Json& kernel_options);

}  // namespace uneven::document
