// SPDX-License-Identifier: MIT
#include "comm/communicator.hpp"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/temporary_file.hpp"

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

namespace {

constexpr int text_tag = 0;

}  // namespace

std::string broadcast(const Communicator& comm, std::string text, int root) {
  auto size = static_cast<std::int64_t>(text.size());
  broadcast(comm, &size, 1, root);
  text.resize(static_cast<std::size_t>(size));
  broadcast(comm, text.data(), size, root);
  return text;
}

std::vector<std::string> all_gather(const Communicator& comm, const std::string& text) {
  const auto wanted = all_gather(comm, static_cast<std::int64_t>(text.size()));
  if (std::accumulate(wanted.begin(), wanted.end(), std::int64_t{0}) > std::numeric_limits<std::int32_t>::max())
    throw SystemError("2 GiB of text and more to gather");
  const std::vector<std::int32_t> sizes(wanted.begin(), wanted.end());
  std::vector<std::int32_t> offsets(sizes.size(), 0);
  std::partial_sum(sizes.begin(), sizes.end() - 1, offsets.begin() + 1);
  std::string all(static_cast<std::size_t>(offsets.back() + sizes.back()), '\0');
  check(MPI_Allgatherv(text.data(), sizes[static_cast<std::size_t>(comm.rank())], MPI_CHAR, all.data(), sizes.data(),
                       offsets.data(), MPI_CHAR, comm.handle()));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    texts.push_back(all.substr(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(sizes[i])));
  return texts;
}

std::string at_first(const Communicator& comm, std::string text) {
  const std::vector<std::int64_t> sizes = all_gather(comm, static_cast<std::int64_t>(text.size()));
  const auto owner = static_cast<int>(
      std::find_if(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; }) - sizes.begin());
  if (owner == 0 || owner == comm.size()) return text;
  if (comm.rank() == 0) text.resize(static_cast<std::size_t>(sizes[static_cast<std::size_t>(owner)]));
  if (comm.rank() == 0) receive(comm, text.data(), std::ssize(text), owner, text_tag);
  if (comm.rank() == owner) send(comm, text.data(), std::ssize(text), 0, text_tag);
  return comm.rank() == 0 ? std::move(text) : std::string();
}

void barrier(const Communicator& comm) { check(MPI_Barrier(comm.handle())); }

}  // namespace uneven::comm
