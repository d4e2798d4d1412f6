#pragma once

#include <atomic>
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

}  // namespace uneven
