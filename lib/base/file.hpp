// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace uneven {

/// The whole of a file; "-" is standard input.
/// @throws UsageError if standard input is a terminal, OpenError if the file cannot be opened, IoError if a read fails,
///   InputError if it is empty, holds a NUL byte or is longer than 512 MiB.
std::string read_file(const std::string& path);

/// What messages call an input: its path, or "standard input".
std::string input_name(const std::string& path);

/// Whether a path names something that is there and no regular file: a device, a pipe, a folder.
bool is_special(const std::string& path);

/// Whether there is no such file. One behind a folder that is locked is not missing: opening it says why.
bool is_missing(const std::string& path);

/// The file behind symbolic links, which need not be there yet, so that the links stay when it is replaced.
/// @throws IoError if they lead round in a circle.
std::string behind_links(const std::string& path);

/// The descriptor of this process that a path leads to, as /dev/stdout and /dev/fd/3 do.
std::optional<int> own_descriptor(const std::string& path);

}  // namespace uneven
