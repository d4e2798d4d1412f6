// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

/// Bytes that the processes of this host can still take together: what the system has without swapping, and what the
/// control groups of this process allow, less what cannot be given back. Infinite where nothing is said.
///
/// @param root  where /proc and /sys are; tests use another.
double free_host_memory(const std::filesystem::path& root = "/");

/// Bytes that this process alone can still take: its limit of address space (ulimit -v) less its size.
double free_address_space();

/// Refuses to go on if more memory is needed than is free; the message tells both numbers.
///
/// @param whose  subject and verb of the message: "the parts of this host need".
/// @throws SystemError
void require_free(const std::string& whose, double needed, double free, const std::string& where = "free");

/// Refuses more ranks than a job document and the launcher could hold. @throws SystemError
void require_room_for_ranks(std::size_t ranks);

}  // namespace uneven::machine
