// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace uneven::machine {

/// Calls `use` for each control group (v1 and v2) that applies a controller to this process, from its own group up to
/// the root, with the group's folder and whether it is of version 2.
///
/// @param root        folder that holds /proc and /sys; tests use another.
/// @param controller  cpu or memory.
void for_control_groups(const std::filesystem::path& root, const std::string& controller,
                        const std::function<void(const std::filesystem::path& group, bool v2)>& use);

/// Bytes that the processes of this host can still allocate together: the least of the system's memory available
/// without swapping and of each control group's limit less its use that cannot be reclaimed. Infinite if unknown.
///
/// @param root  folder that holds /proc and /sys; tests use another.
double free_host_memory(const std::filesystem::path& root = "/");

/// Bytes that this process can still allocate: its limit of address space (ulimit -v) less its size.
double free_address_space();

/// Requires that `needed` bytes are at most `free`; otherwise the message tells both numbers.
///
/// @param whose  subject and verb of the message: "the parts of this host need".
/// @throws SystemError
void require_free(const std::string& whose, double needed, double free, const std::string& where = "free");

/// Requires memory for the job document and the launcher of `ranks` ranks. @throws SystemError
void require_room_for_ranks(std::size_t ranks);

}  // namespace uneven::machine
