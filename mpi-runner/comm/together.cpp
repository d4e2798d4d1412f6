#include "comm/together.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/error.hpp"
#include "base/remove_on_signal.hpp"
#include "comm/collectives.hpp"

namespace uneven::comm {

namespace {

std::string this_host() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return std::string(name, static_cast<std::size_t>(length));
}

[[noreturn]] void abort_with(const Communicator& comm, int code, const std::string& text) {
  const std::string place =
      comm.size() == 1 ? std::string() : "rank " + std::to_string(comm.rank()) + " on " + this_host() + ": ";
  std::fprintf(stderr, "mpi-runner: %s%s\n", place.c_str(), text.c_str());
  std::fflush(stderr);
  remove_unfinished_files();
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace

void abort_with_current_exception(const Communicator& comm) {
  const int code = exit_code_of_current_exception();
  abort_with(comm, code, message_of_current_exception());
}

void together(const Communicator& comm, const std::function<void()>& work) {
  int code = 0;
  std::string text;
  try {
    work();
  } catch (...) {
    code = exit_code_of_current_exception();
    text = message_of_current_exception();
  }
  // The lowest rank that failed speaks for all.
  const std::vector<std::int32_t> codes = all_gather(comm, static_cast<std::int32_t>(code));
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (!codes[static_cast<std::size_t>(rank)]) continue;
    if (rank == comm.rank()) abort_with(comm, code, text);
    remove_unfinished_files();
    barrier(comm);  // never passed: the speaker ends the job
  }
}

}  // namespace uneven::comm
