// SPDX-License-Identifier: MIT
#include "base/temporary_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"

namespace uneven {

namespace {

// A fixed list: a handler may neither allocate nor lock.
std::array<std::atomic<const char*>, 16> unfinished;
static_assert(std::atomic<const char*>::is_always_lock_free);

void remove_and_end(int signal) {
  remove_unfinished_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);  // blocked until this handler returns
}

void catch_end(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  if (action.sa_handler != SIG_DFL) return;
  action.sa_handler = remove_and_end;
  ::sigaction(signal, &action, nullptr);
}

/// Every signal that ends a process, except those of a program's own faults.
void catch_ends() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF,
                           SIGXCPU, SIGIO, SIGPWR})
    catch_end(signal);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) catch_end(signal);
}

}  // namespace

RemoveOnSignal::RemoveOnSignal(std::string path) : path_(std::move(path)) {
  for (auto& place : unfinished) {
    const char* none = nullptr;
    if (!place.compare_exchange_strong(none, path_.c_str())) continue;
    place_ = &place;
    break;
  }
  catch_ends();
}

RemoveOnSignal::~RemoveOnSignal() {
  if (place_) *place_ = nullptr;
}

void remove_unfinished_files() {
  for (const auto& place : unfinished)
    if (const char* path = place) ::unlink(path);
}

namespace {

/// The names of all temporary files of one target begin alike.
std::string prefix_of(const std::string& target) {
  return ".uneven-" + Checksum().add(std::filesystem::path(target).filename().string()).text() + "-";
}

std::string unpredictable() {
  std::random_device random;
  const std::uint64_t words[] = {random(), random()};
  return Checksum().add(words, sizeof words).text();
}

/// The name under which an open file can be linked.
std::string open_file(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

void close_kept_errno(int descriptor) {
  const int error = errno;
  ::close(descriptor);
  errno = error;
}

/// Removes the temporary files of killed processes.
void remove_dead(const std::string& folder, const std::string& prefix) {
  std::error_code none;
  std::filesystem::directory_iterator entry(folder, none);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(none)) {
    if (!entry->path().filename().string().starts_with(prefix)) continue;
    const int found = ::open(entry->path().c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (found < 0) continue;
    if (::flock(found, LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    ::close(found);
  }
}

/// Takes the lock by which others see that the owner lives. Where files cannot be locked, none is taken for dead.
/// @return  false if the file was taken for dead before.
bool locked(int descriptor) {
  ::flock(descriptor, LOCK_EX);
  struct stat now {};
  return ::fstat(descriptor, &now) != 0 || now.st_nlink > 0;
}

void take_owner_and_mode(int descriptor, const struct stat& of) {
  const bool owned = ::fchown(descriptor, of.st_uid, of.st_gid) == 0;
  if (!owned) [[maybe_unused]]
    const int group = ::fchown(descriptor, static_cast<uid_t>(-1), of.st_gid);
  ::fchmod(descriptor, of.st_mode & (owned ? 07777 : 0777));  // bits that give a new owner's rights away do not stay
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& target, bool shared)
    : given_(target),
      target_(behind_links(target)),
      folder_(std::filesystem::path(target_).parent_path().string()),
      prefix_(prefix_of(target_)) {
  if (folder_.empty()) folder_ = ".";
  struct stat before {};
  const bool replaces = ::stat(target_.c_str(), &before) == 0;
  if (target_.ends_with('/')) errno = EISDIR;
  if (target_.ends_with('/') || (replaces && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)) fail();
  remove_dead(folder_, prefix_);
  // Until it has the mode of the file that it replaces, nobody else may open it.
  const mode_t mode = replaces ? 0600 : 0666;
  if (!shared) open_without_name(mode);
  if (descriptor_ < 0) open_with_name(mode);
  if (replaces) take_owner_and_mode(descriptor_, before);
}

TemporaryFile::~TemporaryFile() {
  if (name_) ::unlink(path().c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TemporaryFile::open_without_name(mode_t mode) {
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (descriptor_ < 0) return;
  ::flock(descriptor_, LOCK_EX);
  if (::access(open_file(descriptor_).c_str(), F_OK) == 0) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

void TemporaryFile::open_with_name(mode_t mode) {
  for (;;) {
    new_name();
    descriptor_ = ::open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ >= 0 && locked(descriptor_)) return;
    if (descriptor_ >= 0)
      ::close(descriptor_);
    else if (errno != EEXIST)
      fail();
  }
}

void TemporaryFile::new_name() { name_.emplace(path_in(folder_, prefix_ + unpredictable())); }

void TemporaryFile::give_name() {
  do {
    new_name();
    if (::linkat(AT_FDCWD, open_file(descriptor_).c_str(), AT_FDCWD, path().c_str(), AT_SYMLINK_FOLLOW) == 0) return;
  } while (errno == EEXIST);
  const int error = errno;
  name_.reset();
  errno = error;
  fail();
}

void TemporaryFile::sync() {
  errno = sync_file(descriptor_);
  if (errno) fail();
  synced_ = true;
}

void TemporaryFile::replace_target() {
  // Without this the name could survive a crash and the contents not.
  if (!synced_) sync();
  if (!name_) give_name();
  if (::rename(path().c_str(), target_.c_str()) != 0) fail();
  name_.reset();
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // may be written, not read
  errno = sync_bytes(folder);
  close_kept_errno(folder);
  if (errno) fail();
}

void TemporaryFile::fail() const { throw IoError(given_ + ": cannot write: " + std::strerror(errno)); }

int write_bytes(int descriptor, const void* bytes, std::size_t count, off_t at) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = at < 0 ? ::write(descriptor, next, count) : ::pwrite(descriptor, next, count, at);
    if (written > 0) {
      next += written;
      count -= static_cast<std::size_t>(written);
      if (at >= 0) at += written;
    } else if (written < 0 && errno == EAGAIN) {
      pollfd room{descriptor, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (written == 0 || errno != EINTR) {
      return written == 0 ? EIO : errno;
    }
  }
  return 0;
}

int sync_file(int descriptor) {
  while (::fsync(descriptor) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int sync_bytes(int descriptor) {
  const int error = sync_file(descriptor);
  return error == EIO || error == ENOSPC || error == EDQUOT ? error : 0;
}

void report_file_limits() { ::signal(SIGXFSZ, SIG_IGN); }

}  // namespace uneven
