// SPDX-License-Identifier: MIT
#include "launch/conversation.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

namespace uneven::launch {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

void end_launcher(const LauncherProcess& launcher, int signal, Clock::duration grace, Requests& asked) {
  asked.ended = true;
  asked.kill_at = std::min(asked.kill_at, Clock::now() + grace);
  launcher.signal(signal);
}

void obey(int signal, Requests& asked, LauncherProcess& launcher, SignalReader& signals, Watchdog& watchdog,
          Clock::time_point (&last)[NSIG]) {
  if (signal == SIGTSTP) {
    launcher.signal(SIGTSTP);
    signals.pause_self();
    launcher.signal(SIGCONT);
    return;
  }
  // timeout(1) signals its child and then the group of both: two signals, one request.
  const auto now = Clock::now();
  const bool before = last[signal] != Clock::time_point{};
  if (before && now - last[signal] < 1s) return;
  last[signal] = now;
  if (signal == SIGUSR1 || (signal == SIGTERM && !before)) {
    asked.stop = true;
    watchdog.ask_to_stop();
    // Ranks that have not all started cannot report.
    if (watchdog.started())
      launcher.signal(SIGUSR1);
    else
      end_launcher(launcher, SIGTERM, 2s, asked);
  } else {
    asked.end = signal;
    end_launcher(launcher, signal == SIGINT ? SIGINT : SIGTERM, 10s, asked);
  }
}

/// Writes as much of `input` as fits; closes the pipe at the end of `input`, or once it has no reader.
void feed(LauncherProcess& launcher, std::string_view& input) {
  const ssize_t written = write(launcher.input, input.data(), input.size());
  if (written > 0) input.remove_prefix(written);
  const bool gone = written < 0 && errno != EAGAIN && errno != EINTR;
  if (input.empty() || gone) close_descriptor(launcher.input);
}

/// Reads the available bytes; closes the pipe at its end.
template <typename Take>
void drain(int& descriptor, const Take& take) {
  static char buffer[1 << 16];
  const ssize_t got = read(descriptor, buffer, sizeof buffer);
  if (got > 0) take(std::string_view(buffer, got));
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) close_descriptor(descriptor);
}

}  // namespace

int converse(LauncherProcess& launcher, SignalReader& signals, std::string_view input,
             const std::function<void(std::string_view)>& take_output, LauncherWords& words, Watchdog& watchdog,
             Requests& asked) {
  Clock::time_point last[NSIG] = {};
  Clock::time_point patience = Clock::time_point::max();  // for streams that outlive the launcher
  if (input.empty()) close_descriptor(launcher.input);
  while (true) {
    const auto status = launcher.ended();
    if (status) {
      close_descriptor(launcher.input);
      if (launcher.output < 0 && launcher.error < 0) return *status;
      // A script that USR1 has ended may leave mpirun to finish the iteration.
      if (patience == Clock::time_point::max() && !(asked.stop && !asked.ended)) patience = Clock::now() + 5s;
    }
    const auto now = Clock::now();
    watchdog.pass(now);
    words.pass(now);
    if (!asked.ended) asked.fault = watchdog.complaint();
    if (!asked.ended && !asked.fault.empty()) {
      asked.said = words.kept();
      asked.loss = loss_of(watchdog);
      end_launcher(launcher, SIGTERM, 5s, asked);
    }
    if (!asked.ended && asked.output_error) end_launcher(launcher, SIGTERM, 5s, asked);
    if (now >= asked.kill_at) {
      kill_descendants();
      asked.kill_at = Clock::time_point::max();
      patience = now + 1s;
    }
    if (now >= patience && status) return *status;

    pollfd poll_on[] = {{signals.descriptor(), POLLIN, 0},
                        {launcher.input, POLLOUT, 0},
                        {launcher.output, POLLIN, 0},
                        {launcher.error, POLLIN, 0}};
    const auto until = std::min({asked.kill_at, patience, now + Watchdog::look_every});
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::max(until - now, Clock::duration(0)));
    poll(poll_on, 4, static_cast<int>(wait.count()));

    while (const auto signal = signals.next())
      if (*signal != SIGCHLD) obey(*signal, asked, launcher, signals, watchdog, last);
    if (poll_on[1].revents && launcher.input >= 0) feed(launcher, input);
    if (poll_on[2].revents) drain(launcher.output, take_output);
    // A launcher ended before its start only complains of that, so its words are dropped.
    const bool heard = !(asked.stop && asked.ended);
    if (poll_on[3].revents)
      drain(launcher.error, [&](std::string_view bytes) {
        if (heard) words.take(bytes);
      });
  }
}

}  // namespace uneven::launch
