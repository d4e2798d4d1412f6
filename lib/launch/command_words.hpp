// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace uneven::launch {

/// The option that takes a user's command to mpi-runner: `--command=["./render","--from","{first}"]`.
///
/// The words are one JSON list, because mpirun takes a word ":" of its command line for its own and srun and batch
/// systems differ in what they do with empty ones. Words may be any bytes (base/file_name.hpp).
std::string command_option(const std::vector<std::string>& words);

/// The words of the option's value again.
/// @throws UsageError  if it is no list of one or more words, or the first is empty, or a word has a NUL byte.
std::vector<std::string> words_of_option(const std::string& json);

/// A command as one would type it in a shell: words that need it stand in quotes.
std::string shell_text(const std::vector<std::string>& words);

}  // namespace uneven::launch
