// SPDX-License-Identifier: MIT
#include "command/call.hpp"

#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/launch.hpp"
#include "launch/process.hpp"
#include "measure/command/rounds.hpp"

namespace uneven::measure {

namespace {

/// Between two polls of a program where the system gives no descriptor for its end.
constexpr int look_ms = 2;
/// Between two looks at signals and at the time, while a program runs.
constexpr int watch_ms = 100;
constexpr std::size_t bytes_at_once = 1 << 16;

/// Reads what has arrived; a stream that has ended becomes -1. @param last_words  gets it.
void take_errors(int& descriptor, launch::LastWords& last_words) {
  std::array<char, bytes_at_once> bytes;
  while (descriptor >= 0) {
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got > 0) {
      last_words.take({bytes.data(), static_cast<std::size_t>(got)});
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else {
      if (got == 0) launch::close_descriptor(descriptor);
      return;
    }
  }
}

/// How a program ended, and its last words on standard error.
struct Ended {
  launch::ChildEnd end;
  std::string last_words;
};

/// Called now and then while a program runs; may throw, which kills the program.
using Watch = std::function<void()>;

Ended wait_for(launch::Child& child, int& errors, const Watch& watch) {
  launch::LastWords last_words;
  while (!child.ended()) {
    std::array<pollfd, 2> waits{{{errors, POLLIN, 0}, {child.descriptor(), POLLIN, 0}}};
    ::poll(waits.data(), waits.size(), child.descriptor() < 0 ? look_ms : watch_ms);
    take_errors(errors, last_words);
    watch();
  }
  take_errors(errors, last_words);
  return {*child.ended(), last_words.text()};
}

/// Runs a command to its end. @param cores  that it may use; empty: those of this process.
Ended run_child(launch::ChildCommand command, const std::vector<unsigned>& cores, const Watch& watch) {
  launch::Pipe errors;
  ::fcntl(errors.read, F_SETFL, O_NONBLOCK);
  int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  command.without = command::variables_of_ranks;
  command.output = nothing;
  command.errors = errors.write;
  std::optional<launch::Child> child;
  try {
    const runner::BoundTo bound(cores);
    child.emplace(command);
  } catch (...) {
    launch::close_descriptor(nothing);
    throw;
  }
  launch::close_descriptor(nothing);
  launch::close_descriptor(errors.write);
  return wait_for(*child, errors.read, watch);
}

/// @param what  was run, in the message.
void require_success(const Ended& ended, const std::string& what) {
  if (ended.end.code == 0) return;
  const std::string words = ended.last_words.empty() ? "" : ": " + ended.last_words;
  if (ended.end.signal != 0)
    throw SystemError(what + " was ended by signal " + std::to_string(ended.end.signal) + " (" +
                      ::strsignal(ended.end.signal) + ")" + words);
  throw SystemError(what + " ended with exit code " + std::to_string(ended.end.code) + words);
}

bool names_folder(const std::vector<std::string>& command) {
  return std::ranges::any_of(command, [](const auto& word) { return word.find("{folder}") != std::string::npos; });
}

}  // namespace

UserCommand::UserCommand(const runner::Context& context, const runner::CoreShare& cores, double longest_s)
    : context_(context), cores_(cores), longest_s_(longest_s) {}

UserCommand::~UserCommand() {
  std::error_code left;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, left);
}

std::vector<shares::Word> UserCommand::words() const {
  return {{"rank", std::to_string(context_.world.rank())},
          {"ranks", std::to_string(context_.world.size())},
          {"host", context_.machine.host}};
}

launch::ChildEnd UserCommand::run(std::int64_t units) {
  if (folder_.empty() && names_folder(context_.command)) folder_ = launch::fresh_folder("uneven-measure-");
  std::vector<shares::Word> all = words();
  all.push_back({"units", std::to_string(units)});
  all.push_back({"seed", std::to_string(1 + context_.world.rank() + calls_++ * context_.world.size())});
  if (!folder_.empty()) all.push_back({"folder", folder_});
  const std::string what = "the command, with " + std::to_string(units) + (units == 1 ? " unit," : " units,");
  const double start = MPI_Wtime();
  const auto watch = [&] {
    if (runner::stop_requested()) throw ExitError(EX_TEMPFAIL, "stopped by a signal");
    if (MPI_Wtime() - start > longest_s_)
      throw SystemError(what + " took longer than " + shortest(longest_s_) +
                        " s; expected an end, fewer --units or more --max-seconds");
  };
  const Ended ended =
      run_child({.words = shares::replaced(context_.command, all), .environment = shares::environment_of(all)},
                cores_.cores, watch);
  require_success(ended, what);
  return ended.end;
}

void UserCommand::run_shell(const std::string& name, const std::string& text) const {
  const std::vector<shares::Word> all = words();
  const Ended ended = run_child(
      {.words = {"/bin/sh", "-c", shares::replaced(text, all)}, .environment = shares::environment_of(all)}, {}, [] {});
  require_success(ended, name);
}

}  // namespace uneven::measure
