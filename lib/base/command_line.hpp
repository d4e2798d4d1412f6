#pragma once

#include <CLI/CLI.hpp>

namespace uneven {

/// Parses a command line.
///
/// An option that does not exist is named before anything else that is wrong, which may follow from it, and with the
/// nearest one that does; so are the subcommands where one is missing.
///
/// @throws CLI::Success  for --help and --version.
/// @throws UsageError    if the command line is wrong.
void parse_command_line(CLI::App& app, int argc, char** argv);

}  // namespace uneven
