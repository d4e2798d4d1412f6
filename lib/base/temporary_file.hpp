// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <streambuf>
#include <string>

namespace uneven {

/// While it lives, its file goes when a signal ends this process that can be caught: HUP, INT, QUIT, USR1, PIPE, TERM
/// or XCPU. The process dies by the same signal; one that is ignored or has a handler already keeps its effect.
class RemoveOnSignal {
 public:
  /// @param path  of a file that need not be there yet.
  explicit RemoveOnSignal(std::string path);
  RemoveOnSignal(const RemoveOnSignal&) = delete;
  RemoveOnSignal& operator=(const RemoveOnSignal&) = delete;
  ~RemoveOnSignal();

  const std::string& path() const { return path_; }

 private:
  const std::string path_;
  std::atomic<const char*>* place_ = nullptr;  ///< in the list that the handler reads; none left: null
};

/// Removes the files of all RemoveOnSignal, for a process that ends without unwinding. Async-signal-safe.
void remove_unfinished_files();

/// A new file in the folder of its target, which takes the target's name when it is whole, or goes.
///
/// Where the file system can, it has no name until then. Otherwise its name is unpredictable, not longer for a longer
/// name of the target, and removed however this process ends, unless it is killed. What a killed process left is
/// removed by the next TemporaryFile of the same target, which tells it by a lock (flock) that its owner no longer has.
///
/// As with a shell's `>`, a link is followed, also one to nothing; the mode and, where the system allows it, the owner
/// of the file that is replaced stay; a new file gets its mode from the umask; a file that may not be written is not
/// replaced.
class TemporaryFile {
 public:
  /// @param target  no device, pipe or folder.
  /// @param shared  others open it, too, by its path().
  /// @throws IoError
  explicit TemporaryFile(const std::string& target, bool shared = false);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  int descriptor() const { return descriptor_; }

  /// Of a shared one.
  const std::string& path() const { return name_->path(); }

  /// Waits for the disk. @throws IoError
  void sync();

  /// Waits for the disk, if that is not done, and renames. @throws IoError
  void replace_target();

 private:
  void open_without_name(mode_t mode);
  void open_with_name(mode_t mode);
  void give_name();
  void new_name();
  [[noreturn]] void fail() const;

  std::string given_, target_, folder_, prefix_;
  std::optional<RemoveOnSignal> name_;
  int descriptor_ = -1;
  bool synced_ = false;
};

/// Writes all of the bytes, however many calls that takes; also to a pipe that does not block.
/// @param at  byte of the file at which they begin; -1: where the descriptor stands.
/// @return    0, or the errno of the write that failed.
int write_bytes(int descriptor, const void* bytes, std::size_t count, off_t at = -1);

/// Waits until a file's written bytes are on the disk; signals do not end the wait. @return  0 or errno.
int sync_file(int descriptor);

/// Waits until the written bytes are on the disk; pipes and devices, which cannot tell, count as done.
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
