// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <atomic>
#include <optional>
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

}  // namespace uneven
