// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/temporary_file.hpp"
#include "command/run.hpp"
#include "context.hpp"
#include "document/json.hpp"
#include "launch/launch.hpp"
#include "launch/process.hpp"
#include "launch/progress.hpp"

namespace uneven::command {

Master::Master(Dispatch& dispatch, const document::CommandOptions& options, const comm::Communicator& comm)
    : dispatch_(dispatch),
      options_(options),
      comm_(comm),
      mailbox_(comm, tag_to_master, tag_to_worker),
      start_(MPI_Wtime()),
      free_(static_cast<std::size_t>(comm.size())),
      pieces_(static_cast<std::size_t>(comm.size())),
      given_at_(static_cast<std::size_t>(comm.size())),
      busy_s_(static_cast<std::size_t>(comm.size())) {}

bool Master::step() {
  bool any = false;
  while (const auto received = mailbox_.receive()) {
    hear(received->from, received->message);
    any = true;
  }
  if (ended_) return any;
  check_stop();
  any |= deal();
  const bool works = std::ranges::any_of(pieces_, [](const auto& piece) { return piece.has_value(); });
  if (!works && std::ranges::count(free_, true) == comm_.size()) end_workers();
  return any;
}

void Master::hear(int from, const Message& message) {
  if (message.say == Say::output) dispatch_.outputs.take(from, static_cast<Stream>(message.numbers[0]), message.text);
  if (message.say == Say::ended) end_call(from, message);
  if (message.say == Say::ended || message.say == Say::ready) free_[static_cast<std::size_t>(from)] = true;
  if (message.say == Say::left) ++left_;
}

void Master::end_call(int rank, const Message& message) {
  const Piece piece = *std::exchange(pieces_[static_cast<std::size_t>(rank)], std::nullopt);
  const auto end = document::Json::parse(message.text);
  if (end["code"] != 0 || end["error"] != 0) return fail(rank, piece, message.text);
  const Kept output = dispatch_.outputs.end_call(rank);
  if (dispatch_.log) dispatch_.log->append({piece.units, output.parts, output.checksum});
  dispatch_.outputs.end_piece(piece.units, output.parts);
  const double seconds = MPI_Wtime() - given_at_[static_cast<std::size_t>(rank)];
  busy_s_[static_cast<std::size_t>(rank)] += seconds;
  dispatch_.dealer.learn(dispatch_.processors[static_cast<std::size_t>(rank)], piece.units.count, seconds);
  done_ += piece.units.count;
  ++calls_;
  runner::progress(dispatch_.before + done_, dispatch_.work.count, "unit", MPI_Wtime() - start_, "calls",
                   static_cast<double>(calls_), dispatch_.before);
  runner::tell_rank_times(busy_s_, {}, dispatch_.before + done_ == dispatch_.work.count);
}

void Master::fail(int rank, const Piece& piece, const std::string& text) {
  const Kept output = dispatch_.outputs.end_call(rank);
  if (ended_) return;  // an earlier failure ends the run
  const auto end = document::Json::parse(text);
  const shares::Values told = values_of(dispatch_.work, piece.units, piece.owner);
  const Failure failure{.units = piece.units,
                        .rank = rank,
                        .host = dispatch_.hosts[static_cast<std::size_t>(rank)],
                        .code = end["code"],
                        .signal = end["signal"],
                        .error = end["error"],
                        .words = end["words"],
                        .rows = told.rows,
                        .columns = told.columns};
  Piece again = piece;
  again.failed_at = dispatch_.processors[static_cast<std::size_t>(rank)];
  if (++again.failures <= options_.retries) {
    runner::note(message_of(failure) + "; tried again");
    return dispatch_.dealer.give_back(again);
  }
  failures_.push_back(failure);
  if (options_.keep_going) return dispatch_.outputs.end_piece(piece.units, output.parts);
  end_workers();
}

void Master::check_stop() {
  if (stopped_) return;
  if (options_.max_seconds && MPI_Wtime() - start_ >= *options_.max_seconds) stopped_ = "time";
  if (runner::stop_requested()) stopped_ = "signal";
}

bool Master::deal() {
  bool any = false;
  for (int rank = 0; rank < comm_.size() && !stopped_; ++rank) {
    if (!free_[static_cast<std::size_t>(rank)]) continue;
    const auto piece = dispatch_.dealer.next(dispatch_.processors[static_cast<std::size_t>(rank)]);
    if (!piece) continue;
    if (dispatch_.log) dispatch_.log->begin({piece->units, piece->owner});
    const Bytes lines = dispatch_.lines ? dispatch_.lines->bytes_of(piece->units) : Bytes{};
    mailbox_.send({Say::give, {piece->units.first, piece->units.count, piece->owner, lines.offset, lines.count}}, rank);
    pieces_[static_cast<std::size_t>(rank)] = piece;
    given_at_[static_cast<std::size_t>(rank)] = MPI_Wtime();
    free_[static_cast<std::size_t>(rank)] = false;
    any = true;
  }
  return any;
}

void Master::end_workers() {
  for (int rank = 0; rank < comm_.size(); ++rank) mailbox_.send({Say::leave}, rank);
  ended_ = true;
}

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
      if (got < 0) throw IoError(spool_name_ + ": cannot read: " + std::strerror(errno));
      if (got == 0) return false;
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
