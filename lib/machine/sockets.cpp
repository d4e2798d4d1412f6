// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "machine/machine.hpp"

namespace uneven::machine {

namespace {

constexpr int most_events = 64;
/// Time between searches: a new socket may reuse the number of a closed one. A search costs the CPU time of some
/// messages.
constexpr std::chrono::milliseconds look_again{100};

int option_of(int file, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(file, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

bool crosses_hosts(int file) {
  const int domain = option_of(file, SO_DOMAIN);
  return option_of(file, SO_TYPE) == SOCK_STREAM && (domain == AF_INET || domain == AF_INET6);
}

/// Switches a socket from BBR to Reno, which is always allowed. BBR paces a connection by its former part of the link.
/// If many send to one in turn, as in sums, the link then idles: eight hosts at 1 Gbit/s took 1.8 times as long.
void keep_from_pacing(int file) {
  constexpr std::string_view paced = "bbr", unpaced = "reno";
  char name[16] = {};
  socklen_t size = sizeof name - 1;
  if (::getsockopt(file, IPPROTO_TCP, TCP_CONGESTION, name, &size) == 0 && name == paced)
    ::setsockopt(file, IPPROTO_TCP, TCP_CONGESTION, unpaced.data(), unpaced.size());
}

timespec duration(std::chrono::nanoseconds time) {
  constexpr long second = 1'000'000'000;
  return {time.count() / second, time.count() % second};
}

}  // namespace

Sockets::Sockets() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (epoll_ < 0) throw SystemError(std::string("no epoll: ") + std::strerror(errno));
}

Sockets::~Sockets() { ::close(epoll_); }

/// The lowest free file number; it changes when a file is opened.
int Sockets::lowest_free() const {
  const int file = ::fcntl(epoll_, F_DUPFD_CLOEXEC, 0);
  ::close(file);
  return file;
}

void Sockets::look() {
  next_file_ = lowest_free();
  looked_ = std::chrono::steady_clock::now();
  files_.clear();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const int file = std::stoi(entry.path().filename());
    // Edge-triggered, because MPI itself reads the data: a socket reports again only after a new event.
    epoll_event event{EPOLLIN | EPOLLOUT | EPOLLET, {}};
    if (!crosses_hosts(file)) continue;
    files_.push_back(file);
    keep_from_pacing(file);
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event);
  }
}

void Sockets::acknowledge() const {
  constexpr int at_once = 1;  // acknowledges now; later the kernel delays acknowledgements again
  for (const int file : files_) ::setsockopt(file, IPPROTO_TCP, TCP_QUICKACK, &at_once, sizeof at_once);
}

bool Sockets::wait(std::chrono::nanoseconds longest) {
  if (lowest_free() != next_file_) look();
  acknowledge();
  // ppoll for a timeout in ns, then epoll_wait: epoll_pwait2 does both, but only since Linux 5.11.
  pollfd any{epoll_, POLLIN, 0};
  const timespec limit = duration(std::min<std::chrono::nanoseconds>(longest, look_again));
  if (::ppoll(&any, 1, &limit, nullptr) != 0) {
    epoll_event events[most_events];
    ::epoll_wait(epoll_, events, most_events, 0);
    return true;
  }
  if (std::chrono::steady_clock::now() - looked_ >= look_again) look();
  return false;
}

}  // namespace uneven::machine
