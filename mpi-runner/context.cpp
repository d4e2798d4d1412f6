#include "context.hpp"

#include <csignal>
#include <cstdio>

#include "base/foreign_text.hpp"
#include "document/json.hpp"

namespace uneven::runner {

namespace {

volatile std::sig_atomic_t stop = 0;
bool machine_lines = false;
constexpr double seconds_between_progress = 0.1;

}  // namespace

bool stop_requested() { return stop != 0; }

void listen_for_stop() {
  std::signal(SIGUSR1, [](int) { stop = 1; });
}

void use_machine_lines() { machine_lines = true; }

void note(const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", machine_lines ? "mpi-runner-note" : "mpi-runner", cleaned(text).c_str());
  std::fflush(stderr);
}

void progress(std::int64_t done, std::int64_t total, double seconds, const std::string& label, double value,
              std::int64_t before) {
  static double last = -1;
  if (!machine_lines || (last >= 0 && done < total && seconds - last < seconds_between_progress)) return;
  last = seconds;
  document::OrderedJson line{
      {"done", done}, {"total", total}, {"seconds", seconds}, {"label", label}, {"value", value}};
  if (before > 0) line["before"] = before;
  std::fprintf(stderr, "mpi-runner-progress: %s\n",
               line.dump(-1, ' ', false, document::OrderedJson::error_handler_t::replace).c_str());
  std::fflush(stderr);
}

}  // namespace uneven::runner
