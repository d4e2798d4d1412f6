// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/formats/block_size.hpp"
#include "data/formats/format.hpp"
#include "data/formats/hdf5_dataset.hpp"

namespace uneven::data {

namespace {

constexpr const char* lost = "is damaged: libhdf5 died of it, or came to no end; expected an HDF5 file";

/// Sends all bytes. @return  false if the other process has gone.
bool send_all(int socket, const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = ::send(socket, at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, void* bytes, std::size_t count) {
  char* at = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t came = ::recv(socket, at, count, 0);
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0) return false;
    at += came;
    count -= static_cast<std::size_t>(came);
  }
  return true;
}

/// The header of each answer, and the question.
struct Answer {
  std::int64_t rows = 0, columns = 0, rows_of_chunk = 0;  ///< the dataset's
  std::int64_t refused = 0;                               ///< whether the text says why
  std::int64_t text_bytes = 0;                            ///< of the description, or of the error
};
struct Question {
  std::int64_t first, count;  ///< rows
};

bool answer(int socket, Answer head, const std::string& text) {
  head.text_bytes = std::ssize(text);
  return send_all(socket, &head, sizeof head) && send_all(socket, text.data(), text.size());
}

/// A damaged file makes libhdf5 ask for memory without end: this process gets a GiB, and twice the file, more than it
/// has.
void limit_memory(const std::string& path) {
  std::int64_t skipped = 0, pages = 0;
  std::ifstream statm("/proc/self/statm");
  for (int i = 0; i < 5; ++i) statm >> skipped;
  statm >> pages;
  const std::int64_t more = (std::int64_t{1} << 30) + 2 * InputFile(path).bytes();
  rlimit limit{};
  if (!statm || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + more));
  ::setrlimit(RLIMIT_DATA, &limit);
}

/// A damaged file can make libhdf5 loop forever. So the next call gets hdf5_seconds of CPU time, and one for each MB;
/// after that this process dies of SIGPROF.
void limit_seconds(std::int64_t bytes) {
  const double seconds = hdf5_seconds + static_cast<double>(bytes) / 1e6, whole = std::floor(seconds);
  const itimerval limit{{}, {static_cast<time_t>(whole), static_cast<suseconds_t>(1e6 * (seconds - whole))}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

/// Answers questions until the socket's other end is closed.
void serve(int socket, const std::string& path, const std::string& part) try {
  limit_memory(path);
  limit_seconds(0);
  const Hdf5Dataset dataset(path, part);
  if (!answer(socket, {dataset.rows(), dataset.columns(), dataset.rows_of_chunk()}, dataset.description())) return;
  std::vector<double> numbers;
  for (Question rows{}; receive_all(socket, &rows, sizeof rows);) {
    numbers.resize(static_cast<std::size_t>(rows.count * dataset.columns()));
    limit_seconds(std::ssize(numbers) * 8);
    dataset.read(rows.first, rows.count, numbers.data());
    if (!answer(socket, {}, "") || !send_all(socket, numbers.data(), numbers.size() * sizeof(double))) return;
  }
} catch (const InputError& e) {
  answer(socket, {.refused = 1}, e.what());
} catch (const std::bad_alloc&) {
  answer(socket, {.refused = 1}, "asks for too much memory; expected a whole file, with chunks below a GiB");
}

/// A dataset that another process reads, which may die of a damaged file: libhdf5 does not check all that it reads.
class Hdf5Process {
 public:
  Hdf5Process(std::string name, const std::string& path, const std::string& part) : name_(std::move(name)) {
    load_hdf5();
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || (process_ = ::fork()) < 0)
      throw SystemError(input_name(name_) + ": no process to read it: " + std::strerror(errno));
    if (process_ == 0) {
      ::close(ends[0]);
      for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF}) ::signal(signal, SIG_DFL);
      for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);  // it ends with its parent
      const rlimit no_core{0, 0};
      ::setrlimit(RLIMIT_CORE, &no_core);
      // Last words of the C library are none of the user's.
      if (const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nothing >= 0) ::dup2(nothing, STDERR_FILENO);
      serve(ends[1], path, part);
      ::_exit(0);
    }
    ::close(ends[1]);
    socket_ = ends[0];
  }
  Hdf5Process(const Hdf5Process&) = delete;
  ~Hdf5Process() {
    ::close(socket_);
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  /// Receives the next answer and its text. @throws InputError
  Answer take(std::string& text) const {
    Answer head;
    constexpr std::int64_t longest_text = 1 << 20;
    if (!receive_all(socket_, &head, sizeof head) || head.text_bytes < 0 || head.text_bytes > longest_text) fail(lost);
    text.resize(static_cast<std::size_t>(head.text_bytes));
    if (!receive_all(socket_, text.data(), text.size())) fail(lost);
    if (head.refused) fail(text);
    return head;
  }

  void read(Question rows, std::vector<double>& numbers) const {
    std::string text;
    if (!send_all(socket_, &rows, sizeof rows)) fail(lost);
    take(text);
    if (!receive_all(socket_, numbers.data(), numbers.size() * sizeof(double))) fail(lost);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(input_name(name_) + ": " + what); }

  std::string name_;
  pid_t process_ = -1;
  int socket_ = -1;
};

/// A file that begins with its superblock has addresses from 0; with others libhdf5 takes the end of the file for
/// another place and numbers from behind it. Format: HDF5 File Format Specification 3.0, section II.A.
void require_no_base(const std::string& name) {
  InputFile file = open_plain(name);
  std::array<unsigned char, 36> start{};
  file.read(0, std::min<std::int64_t>(file.bytes(), start.size()), start.data());
  const std::size_t at = start[8] == 0 ? 24 : start[8] == 1 ? 28 : 12;
  const std::size_t bytes = std::min<std::size_t>(8, start[start[8] < 2 ? 13 : 9]);
  if (std::any_of(start.begin() + at, start.begin() + at + bytes, [](unsigned char byte) { return byte != 0; }))
    throw InputError(file.path() + ": is damaged: its addresses do not begin at 0; expected an HDF5 file");
}

class Hdf5Table : public Format {
 public:
  explicit Hdf5Table(const std::string& name)
      : Format(name), process_(name, plain(name).path, split_part(name).part), shape_(process_.take(description_)) {
    std::int64_t numbers = 0;
    if (shape_.rows < 1 || shape_.columns < 1 || shape_.rows_of_chunk < 1 || shape_.rows_of_chunk > shape_.rows ||
        __builtin_mul_overflow(shape_.rows, shape_.columns, &numbers))
      throw InputError(input_name(name) + ": " + lost);
    block_rows_ = rows_of_block(shape_.columns);
    // Whole chunks: each is unpacked once.
    block_rows_ = (block_rows_ + shape_.rows_of_chunk - 1) / shape_.rows_of_chunk * shape_.rows_of_chunk;
  }

  std::string description() const override { return description_; }
  std::int64_t columns() const override { return shape_.columns; }
  std::int64_t blocks() const override { return (shape_.rows + block_rows_ - 1) / block_rows_; }
  std::int64_t survey(std::int64_t block, Findings&) const override {
    return std::min(block_rows_, shape_.rows - block * block_rows_);
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    std::vector<double> all(static_cast<std::size_t>(rows.count * shape_.columns));
    process_.read({block * block_rows_ + rows.first, rows.count}, all);
    for (std::int64_t row = 0; row < rows.count; ++row)
      for (const std::int64_t column : chosen_)
        values.push_back(all[static_cast<std::size_t>(row * shape_.columns + column)]);
  }

 private:
  Hdf5Process process_;
  std::string description_;
  Answer shape_;
  std::int64_t block_rows_ = 1;
};

}  // namespace

bool is_hdf5(InputFile& file) {
  constexpr std::string_view mark("\x89HDF\r\n\x1a\n", 8);
  std::string start(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), mark.size())), '\0');
  file.read(0, std::ssize(start), start.data());
  return start == mark;
}

std::unique_ptr<Format> open_hdf5(const std::string& name) {
  require_no_base(name);
  return std::make_unique<Hdf5Table>(name);
}

}  // namespace uneven::data
