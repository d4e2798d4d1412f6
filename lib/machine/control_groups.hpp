#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace uneven::machine {

/// Calls `use` with the folder of each control group (v1 and v2) in which this process is under a controller, from its
/// own group to the root, and whether the group is of version 2.
///
/// @param root        where /proc and /sys are; tests use another.
/// @param controller  cpu or memory.
void for_control_groups(const std::filesystem::path& root, const std::string& controller,
                        const std::function<void(const std::filesystem::path& group, bool v2)>& use);

}  // namespace uneven::machine
