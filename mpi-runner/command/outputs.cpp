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
    : descriptor_(descriptor), frames_(frames), calls_(static_cast<std::size_t>(ranks)) {}

Outputs::~Outputs() { launch::close_descriptor(spool_); }

void Outputs::keep_order(const std::string& path, bool resume) {
  on_disk_ = !path.empty();
  spool_name_ = on_disk_ ? path : launch::temporary_folder().path.string();
  spool_ = on_disk_ ? ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (resume ? 0 : O_TRUNC), 0666)
                    : launch::unnamed_file(spool_name_);
  require_no_error(spool_ < 0 ? errno : 0, spool_name_);
  spooled_ = ::lseek(spool_, 0, SEEK_END);
}

void Outputs::take(int rank, Stream stream, std::string_view bytes) {
  if (spool_ < 0 || stream == Stream::errors) return print(stream, bytes);
  require_no_error(write_bytes(spool_, bytes.data(), bytes.size(), spooled_), spool_name_);
  auto& [parts, checksum] = calls_[static_cast<std::size_t>(rank)];
  if (on_disk_) checksum.add(bytes);
  const auto count = static_cast<std::int64_t>(bytes.size());
  if (!parts.empty() && parts.back().end() == spooled_)
    parts.back().count += count;
  else
    parts.push_back({spooled_, count});
  spooled_ += count;
}

Kept Outputs::end_call(int rank) {
  if (on_disk_) require_no_error(sync_file(spool_), spool_name_);
  const PresentCall ended = std::exchange(calls_[static_cast<std::size_t>(rank)], {});
  return {ended.parts, on_disk_ ? ended.checksum.text() : ""};
}

bool Outputs::holds(const Kept& output) const {
  Checksum found;
  const bool whole = read_spool(output.parts, [&](std::string_view bytes) { found.add(bytes); });
  return whole && (output.checksum.empty() || output.checksum == found.text());
}

/// @return  whether the spool has all of the parts; what it has is taken.
bool Outputs::read_spool(const std::vector<Bytes>& parts, const std::function<void(std::string_view)>& take) const {
  std::string bytes;
  for (Bytes part : parts)
    while (part.count > 0) {
      bytes.resize(static_cast<std::size_t>(std::min(part.count, bytes_of_print)));
      const ssize_t got = ::pread(spool_, bytes.data(), bytes.size(), part.offset);
      if (got <= 0) return false;
      take(std::string_view(bytes).substr(0, static_cast<std::size_t>(got)));
      part = {part.offset + got, part.count - got};
    }
  return true;
}

void Outputs::end_piece(document::Range units, const std::vector<Bytes>& output) {
  if (spool_ < 0) return;
  order_.end(units, output);
  if (!read_spool(order_.due(), [&](std::string_view bytes) { print(Stream::output, bytes); }))
    throw InputError(spool_name_ + ": ends at byte " + std::to_string(spooled_) +
                     "; expected the outputs that the checkpoint tells of");
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
