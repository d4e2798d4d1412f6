#include "comm/communicator.hpp"

#include <climits>
#include <utility>

#include "base/error.hpp"

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

}  // namespace uneven::comm
