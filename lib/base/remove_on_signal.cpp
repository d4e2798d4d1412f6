#include "base/remove_on_signal.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <utility>

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

}  // namespace uneven
