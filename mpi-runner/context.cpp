// SPDX-License-Identifier: MIT
#include "context.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "document/json.hpp"
#include "machine/machine.hpp"

namespace uneven::runner {

namespace {

volatile std::sig_atomic_t stop = 0, at_work = 0, patience = 0;  // seconds
bool machine_lines = false;
std::function<void()> at_begin;
int code_of_end = 0;
constexpr double seconds_between_progress = 0.1;
constexpr std::string_view stopped_early = "mpi-runner: stopped by a signal before there was anything to report\n";

[[noreturn]] void end_without_report(int) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, stopped_early.data(), stopped_early.size());
  remove_unfinished_files();
  ::_exit(EX_TEMPFAIL);
}

/// Before work begins the process ends at once: input may take long, or never come, and nothing is lost.
void obey_stop(int signal) {
  if (at_work == 0) end_without_report(signal);
  if (stop == 0 && patience > 0) ::alarm(static_cast<unsigned>(patience));
  stop = 1;
}

}  // namespace

bool stop_requested() { return stop != 0; }

void listen_for_stop(unsigned patience_s) {
  patience = static_cast<std::sig_atomic_t>(patience_s);
  if (patience_s > 0) std::signal(SIGALRM, end_without_report);
  std::signal(SIGUSR1, obey_stop);
}

void begin_work() {
  if (at_work == 0 && at_begin) at_begin();
  at_work = 1;
}

void when_work_begins(std::function<void()> call) { at_begin = std::move(call); }

void end_with(int code) { code_of_end = code; }

int exit_code() { return machine_lines ? 0 : code_of_end; }

void use_machine_lines() { machine_lines = true; }

void say_started() {
  if (machine_lines) std::fputs("mpi-runner-started\n", stderr);
}

void note(const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", machine_lines ? "mpi-runner-note" : "mpi-runner", cleaned(text).c_str());
  std::fflush(stderr);
}

void progress(std::int64_t done, std::int64_t total, const char* unit, double seconds, const std::string& label,
              double value, std::int64_t before) {
  static double last = -1;
  if (!machine_lines || (last >= 0 && (total == 0 || done < total) && seconds - last < seconds_between_progress))
    return;
  last = seconds;
  document::OrderedJson line{{"done", done},       {"total", total}, {"unit", unit},
                             {"seconds", seconds}, {"label", label}, {"value", value}};
  if (before > 0) line["before"] = before;
  const std::string text = line.dump(-1, ' ', false, document::OrderedJson::error_handler_t::replace);
  std::fprintf(stderr, "mpi-runner-progress: %s\n", text.c_str());
  std::fflush(stderr);
}

namespace {

using Moment = std::chrono::steady_clock::time_point;

/// Whether so much time has passed since `last`, which then is now.
bool is_due(std::optional<Moment>& last, std::chrono::milliseconds interval) {
  const Moment now = std::chrono::steady_clock::now();
  if (last && now - *last < interval) return false;
  last = now;
  return true;
}

}  // namespace

void tell_event(const std::string& text) {
  static std::optional<Moment> last;
  if (!machine_lines || !is_due(last, std::chrono::milliseconds(100))) return;
  std::fprintf(stderr, "mpi-runner-event: %s\n", cleaned(text).c_str());
  std::fflush(stderr);
}

void tell_rank_times(const std::vector<double>& compute_s, const std::vector<int>& rank_of, bool all_done) {
  static std::optional<Moment> last;
  constexpr std::size_t most_ranks = 256;
  if (!machine_lines || compute_s.size() > most_ranks) return;
  if (!is_due(last, std::chrono::milliseconds(900)) && !all_done) return;
  std::string list;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    list += (i == 0 ? "[" : ",[") + std::to_string(rank_of.empty() ? static_cast<int>(i) : rank_of[i]) + "," +
            shortest(std::isfinite(compute_s[i]) ? compute_s[i] : 0) + "]";
  std::fprintf(stderr, "mpi-runner-ranks: [%s]\n", list.c_str());
  std::fflush(stderr);
}

namespace {

char line[512];
std::size_t length = 0;

void write_line(int) {
  const int saved = errno;
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, length);
  errno = saved;
}

}  // namespace

void give_signs_of_life(int rank, const std::string& host, double seconds) {
  const std::string text = "mpi-runner-alive " + std::to_string(rank) + " " + host + "\n";
  length = std::min(text.size(), sizeof line);
  std::copy_n(text.begin(), length, line);
  struct sigaction action {};
  action.sa_handler = write_line;
  action.sa_flags = SA_RESTART;
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  timer_t timer{};
  if (::sigaction(SIGRTMIN, &action, nullptr) != 0 || ::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
  constexpr double least_s = 1e-3, ns_per_s = 1e9;
  const double period = std::max(seconds, least_s);
  const auto whole = static_cast<time_t>(period);
  const itimerspec times{{whole, static_cast<long>((period - static_cast<double>(whole)) * ns_per_s)}, {0, 1}};
  ::timer_settime(timer, 0, &times, nullptr);
}

namespace {

constexpr double much = 0.8;         // of free memory: worth a warning
constexpr double of_messages = 4e6;  // bytes that MPI takes once long messages pass

std::optional<double> predicted_peak;

double resident_memory() {
  double size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// "rank 3", "ranks 4-7", "ranks 0, 2-3". @param ranks  ascending.
std::string text_of_ranks(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0, end = 0; i < ranks.size(); i = end) {
    for (end = i + 1; end < ranks.size() && ranks[end] == ranks[end - 1] + 1; ++end) continue;
    if (i > 0) text += ", ";
    text += std::to_string(ranks[i]);
    if (end > i + 1) text += "-" + std::to_string(ranks[end - 1]);
  }
  return text;
}

}  // namespace

void require_memory(double needed, const comm::Communicator& comm, const Context& context) {
  predicted_peak = predicted_peak.value_or(resident_memory() + of_messages) + needed;
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const auto needs = comm::all_gather(comm, needed);
  comm::all_or_abort(comm, [&] {
    double here = 0;
    std::vector<int> ranks;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      if (hosts[i] != context.machine.host) continue;
      here += needs[i];
      ranks.push_back(static_cast<int>(i));
    }
    const double free = machine::free_host_memory();
    const std::string whose =
        text_of_ranks(ranks) + " on host " + context.machine.host + (ranks.size() == 1 ? " needs" : " need");
    machine::require_free(whose, here, free);
    machine::require_free("this rank's part needs", needed, machine::free_address_space(), "left of its limit");
    if (here > much * free && comm.rank() == ranks.front())
      note("memory: " + whose + " " + machine::gigabytes(here) + " of " + machine::gigabytes(free) + " that are free");
  });
}

std::optional<std::int64_t> take_predicted_peak() {
  const auto taken = std::exchange(predicted_peak, std::nullopt);
  if (!taken) return std::nullopt;
  return std::llround(std::min(*taken, 0x1p53));
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace uneven::runner
