#pragma once

#include <sys/types.h>

#include <cstddef>

namespace uneven {

/// Writes all of the bytes, however many calls that takes; also to a pipe that does not block.
/// @param at  byte of the file at which they begin; -1: where the descriptor stands.
/// @return    0, or the errno of the write that failed.
int write_bytes(int descriptor, const void* bytes, std::size_t count, off_t at = -1);

/// Waits until what was written to a file is on the disk, through signals. @return  0 or errno.
int sync_file(int descriptor);

/// Waits until what was written is on the disk; pipes and devices, which cannot tell, count as done.
/// @return  0 or errno.
int sync_bytes(int descriptor);

/// From now on a write beyond the limit of a file's size (ulimit -f) fails, and does not end this process.
void report_file_limits();

}  // namespace uneven
