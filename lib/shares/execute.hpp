// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "shares/words.hpp"

namespace uneven::shares {

/// Puts the command in the place of this process, with the words in its arguments and in its environment. Variables of
/// words without a value are removed: they may come from a with-share around this one.
///
/// @param command  the program, looked for in PATH, and its arguments; not empty.
/// @throws ExitError  127 if there is no such program, 126 if it cannot be executed, as env(1).
[[noreturn]] void execute(const std::vector<std::string>& command, const std::vector<Word>& words);

}  // namespace uneven::shares
