// SPDX-License-Identifier: MIT
#include "command/outputs.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/descriptor_buffer.hpp"
#include "base/error.hpp"
#include "launch/output_frames.hpp"
#include "launch/start.hpp"
#include "launch/temporary_folder.hpp"

namespace uneven::command {

namespace {

constexpr std::int64_t bytes_of_print = 1 << 20;

void require_no_error(int error, const std::string& file) {
  if (error) throw IoError(file + ": cannot write: " + std::strerror(error));
}

}  // namespace

Outputs::Outputs(int descriptor, bool frames, int ranks)
    : descriptor_(descriptor), frames_(frames), of_calls_(static_cast<std::size_t>(ranks)) {}

Outputs::~Outputs() { launch::close_descriptor(spool_); }

void Outputs::keep_order(const std::string& path, bool resume) {
  on_disk_ = !path.empty();
  spool_name_ = on_disk_ ? path : (launch::temporary_folder().path / "uneven-outputs-XXXXXX").string();
  spool_ = on_disk_ ? ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (resume ? 0 : O_TRUNC), 0666)
                    : ::mkostemp(spool_name_.data(), O_CLOEXEC);
  require_no_error(spool_ < 0 ? errno : 0, spool_name_);
  if (!on_disk_) ::unlink(spool_name_.c_str());
  spooled_ = ::lseek(spool_, 0, SEEK_END);
}

void Outputs::take(int rank, Stream stream, std::string_view bytes) {
  if (spool_ < 0 || stream == Stream::errors) return print(stream, bytes);
  require_no_error(write_bytes(spool_, bytes.data(), bytes.size(), spooled_), spool_name_);
  auto& parts = of_calls_[static_cast<std::size_t>(rank)];
  const auto count = static_cast<std::int64_t>(bytes.size());
  if (!parts.empty() && parts.back().end() == spooled_)
    parts.back().count += count;
  else
    parts.push_back({spooled_, count});
  spooled_ += count;
}

std::vector<Bytes> Outputs::end_call(int rank) {
  if (on_disk_) require_no_error(sync_file(spool_), spool_name_);
  return std::exchange(of_calls_[static_cast<std::size_t>(rank)], {});
}

void Outputs::end_piece(document::Range units, const std::vector<Bytes>& output) {
  if (spool_ < 0) return;
  order_.end(units, output);
  std::string bytes;
  for (Bytes part : order_.due())
    while (part.count > 0) {
      bytes.resize(static_cast<std::size_t>(std::min(part.count, bytes_of_print)));
      const ssize_t got = ::pread(spool_, bytes.data(), bytes.size(), part.offset);
      if (got <= 0)
        throw InputError(spool_name_ + ": ends at byte " + std::to_string(spooled_) +
                         "; expected the outputs that the checkpoint tells of");
      print(Stream::output, std::string_view(bytes).substr(0, static_cast<std::size_t>(got)));
      part = {part.offset + got, part.count - got};
    }
}

void Outputs::print(Stream stream, std::string_view bytes) const {
  const bool errors = stream == Stream::errors;
  const int descriptor = errors && !frames_ ? STDERR_FILENO : descriptor_;
  std::string framed;
  if (frames_) framed = launch::frame_header(errors ? STDERR_FILENO : STDOUT_FILENO, bytes.size());
  framed += bytes;
  require_no_error(write_bytes(descriptor, framed.data(), framed.size()),
                   errors ? "standard error" : "standard output");
}

}  // namespace uneven::command
