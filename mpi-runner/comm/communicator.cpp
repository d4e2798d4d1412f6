// SPDX-License-Identifier: MIT
#include "comm/communicator.hpp"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "base/error.hpp"
#include "base/temporary_file.hpp"
#include "comm/collectives.hpp"

namespace uneven::comm {

void check(int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw SystemError(std::string("MPI: ") + std::string(text, static_cast<std::size_t>(length)));
}

int count_of(std::size_t elements) {
  if (elements > INT_MAX)
    throw SystemError("a message of " + std::to_string(elements) + " elements to one process; use more processes");
  return static_cast<int>(elements);
}

Communicator::Communicator(MPI_Comm handle, bool owned) : handle_(handle), owned_(owned) {
  MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN);
  check(MPI_Comm_rank(handle_, &rank_));
  check(MPI_Comm_size(handle_, &size_));
}

Communicator Communicator::world() { return {MPI_COMM_WORLD, false}; }

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(other.handle_), owned_(std::exchange(other.owned_, false)), rank_(other.rank_), size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(owned_, other.owned_);
  rank_ = other.rank_;
  size_ = other.size_;
  return *this;
}

Communicator::~Communicator() {
  if (owned_) MPI_Comm_free(&handle_);
}

Communicator Communicator::split(int color, int key) const {
  MPI_Comm made = MPI_COMM_NULL;
  check(MPI_Comm_split(handle_, color, key, &made));
  return {made, true};
}

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

void all_or_abort(const Communicator& comm, const std::function<void()>& work) {
  int code = 0;
  std::string text;
  try {
    work();
  } catch (...) {
    code = exit_code_of_current_exception();
    text = message_of_current_exception();
  }
  // The lowest failed rank prints its error for all.
  const std::vector<std::int32_t> codes = all_gather(comm, static_cast<std::int32_t>(code));
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (!codes[static_cast<std::size_t>(rank)]) continue;
    if (rank == comm.rank()) abort_with(comm, code, text);
    remove_unfinished_files();
    barrier(comm);  // never passed: the lowest failed rank ends the job
  }
}

}  // namespace uneven::comm
