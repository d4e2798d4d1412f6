#include "launch/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.hpp"

namespace uneven::launch {
namespace {

std::atomic<int> pipe_end = -1;

void pass_on(int signal) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(signal);
  [[maybe_unused]] const auto written = write(pipe_end, &byte, 1);  // a full pipe has enough to read
  errno = saved;
}

struct sigaction action(void (*handler)(int)) {
  struct sigaction result {};
  result.sa_handler = handler;
  result.sa_flags = SA_RESTART;
  return result;
}

}  // namespace

SignalReader::SignalReader() {
  if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0)
    throw SystemError(std::string("no pipe for signals: ") + std::strerror(errno));
  pipe_end = pipe_[1];
  const auto ignore = action(SIG_IGN), catch_it = action(pass_on);
  sigaction(SIGPIPE, &ignore, &pipe_before_);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    sigaction(caught[i], nullptr, &before_[i]);
    // SIGCHLD even then: where it is ignored nothing can be waited for.
    if (before_[i].sa_handler != SIG_IGN || caught[i] == SIGCHLD) sigaction(caught[i], &catch_it, nullptr);
  }
}

SignalReader::~SignalReader() {
  restore();
  close(pipe_[0]);
  close(pipe_[1]);
}

void SignalReader::restore() const {
  sigaction(SIGPIPE, &pipe_before_, nullptr);
  for (std::size_t i = 0; i < caught.size(); ++i) sigaction(caught[i], &before_[i], nullptr);
}

std::optional<int> SignalReader::next() {
  unsigned char signal;
  if (read(pipe_[0], &signal, 1) != 1) return std::nullopt;
  return signal;
}

void SignalReader::pause_self() {
  // SIGTSTP and not SIGSTOP: it does nothing where no shell could continue this process.
  const auto standard = action(SIG_DFL), catch_it = action(pass_on);
  sigaction(SIGTSTP, &standard, nullptr);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &catch_it, nullptr);
}

void die_by(int signal) {
  const auto standard = action(SIG_DFL);
  sigaction(signal, &standard, nullptr);
  raise(signal);
}

}  // namespace uneven::launch
