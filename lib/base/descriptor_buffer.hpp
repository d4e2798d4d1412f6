// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <streambuf>

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

/// The buffer of a stream that writes to a descriptor, which stays its owner's. Unlike std::filebuf it knows why a
/// write failed.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) { empty(); }

  /// errno of the first write that failed, or 0.
  int error() const { return error_; }

 protected:
  int sync() override {
    if (!error_) error_ = write_bytes(descriptor_, pbase(), static_cast<std::size_t>(pptr() - pbase()));
    empty();
    return error_ ? -1 : 0;
  }

  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }

 private:
  void empty() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  int descriptor_, error_ = 0;
  std::array<char, 1 << 16> bytes_;
};

}  // namespace uneven
