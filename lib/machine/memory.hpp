#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace uneven::machine {

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
