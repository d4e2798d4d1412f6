// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.hpp"
#include "launch/launch.hpp"
#include "launch/words.hpp"

namespace uneven::launch {

namespace {

/// The first kilobytes that a program prints; "" if it cannot be started. One that prints nothing for long is ended.
std::string output_of(const std::vector<std::string>& words) {
  constexpr std::size_t most = 4096;
  constexpr int longest_ms = 5000;
  int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  std::string text;
  try {
    Pipe pipe;
    const pid_t pid = start_program({.words = words,
                                     .environment = own_environment(),
                                     .folder = "",
                                     .input = nothing,
                                     .output = pipe.write,
                                     .errors = nothing,
                                     .death_signal = SIGKILL,
                                     .before_exec = {}});
    close_descriptor(pipe.write);
    char buffer[most];
    pollfd readable{pipe.read, POLLIN, 0};
    while (text.size() < most && ::poll(&readable, 1, longest_ms) > 0) {
      const ssize_t got = ::read(pipe.read, buffer, sizeof buffer);
      if (got <= 0) break;
      text.append(buffer, static_cast<std::size_t>(got));
    }
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  } catch (const SystemError&) {
    // The start of the launcher itself reports the error.
  }
  close_descriptor(nothing);
  return text;
}

}  // namespace

bool is_mpirun(const std::string& word) {
  const std::string program = std::filesystem::path(word).filename();
  const std::string name = program.substr(0, program.find('.'));  // Debian has mpirun.mpich, others mpiexec.hydra
  return name == "mpirun" || name == "mpiexec";
}

Mpi mpi_of_version(const std::string& text) {
  if (text.find("Intel(R) MPI") != std::string::npos) return Mpi::intel;
  if (text.find("HYDRA") != std::string::npos) return Mpi::mpich;
  return Mpi::open_mpi;
}

Mpi mpi_of(const std::string& program) { return mpi_of_version(output_of({program, "--version"})); }

}  // namespace uneven::launch
