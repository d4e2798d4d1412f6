// SPDX-License-Identifier: MIT
#include "command/call.hpp"

#include <fcntl.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::command {

namespace {

constexpr std::size_t bytes_of_step = 1 << 16;

void unblock(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

}  // namespace

const std::vector<std::string> variables_of_ranks{"OMPI_APP_CTX",
                                                  "OMPI_ARGV",
                                                  "OMPI_COMMAND",
                                                  "OMPI_COMM_WORLD_",
                                                  "OMPI_FILE_LOCATION",
                                                  "OMPI_FIRST_",
                                                  "OMPI_NUM_APP_CTX",
                                                  "OMPI_UNIVERSE_SIZE",
                                                  "OMPI_MCA_ess",
                                                  "OMPI_MCA_initial_wdir",
                                                  "OMPI_MCA_orte_",
                                                  "OMPI_MCA_pmix",
                                                  "OMPI_MCA_shmem_RUNTIME",
                                                  "PMIX_",
                                                  "PMI_",
                                                  "HYDI_",
                                                  "MPI_LOCALNRANKS",
                                                  "MPI_LOCALRANKID",
                                                  "MPIR_CVAR_CH3_INTERFACE_HOSTNAME"};

Call::Call(const CallSetup& setup) {
  std::error_code none;  // of them exists
  if (!setup.output.empty() && std::filesystem::equivalent(setup.output, setup.input, none))
    throw IoError(shown(setup.output) + ": is the file of lines; expected an output of another name");
  if (!setup.output.empty()) file_.emplace(setup.output);
  if (!setup.input.empty()) start_input(setup);
  child_.emplace(command_of(setup));
  launch::close_descriptor(input_pipe_.read);
  launch::close_descriptor(output_pipe_.write);
  launch::close_descriptor(errors_pipe_.write);
  output_.descriptor = output_pipe_.read;
  errors_.descriptor = errors_pipe_.read;
  for (const int end : {input_pipe_.write, output_pipe_.read, errors_pipe_.read}) unblock(end);
  if (!lines_) launch::close_descriptor(input_pipe_.write);
}

Call::~Call() = default;

launch::ChildCommand Call::command_of(const CallSetup& setup) const {
  return {.words = setup.words,
          .environment = setup.environment,
          .without = variables_of_ranks,
          .input = lines_ ? input_pipe_.read : -1,
          .output = file_ ? file_->descriptor() : output_pipe_.write,
          .errors = errors_pipe_.write};
}

void Call::start_input(const CallSetup& setup) {
  lines_.emplace(setup.input);
  unread_ = setup.input_bytes;
}

void Call::add_to(std::vector<pollfd>& waits) const {
  if (input_pipe_.write >= 0) waits.push_back({input_pipe_.write, POLLOUT, 0});
  for (const int descriptor : {output_.descriptor, errors_.descriptor})
    if (descriptor >= 0) waits.push_back({descriptor, POLLIN, 0});
  waits.push_back({child_->descriptor(), POLLIN, 0});
}

bool Call::step(const Take& take) {
  const bool over = child_->ended().has_value();  // before the last reading
  bool any = feed();
  any |= read_from(Stream::output, take);
  any |= read_from(Stream::errors, take);
  // A process left in the background may hold the pipes for ever.
  if (over && !any && !drained_) {
    for (const Stream stream : {Stream::output, Stream::errors}) hand_out(stream, take, true);
    launch::close_descriptor(input_pipe_.write);
    any = drained_ = true;
  }
  return any;
}

bool Call::feed() {
  if (input_pipe_.write < 0) return false;
  if (unwritten_.empty() && unread_.count > 0) {
    const std::int64_t count = std::min<std::int64_t>(unread_.count, bytes_of_step);
    unwritten_.resize(static_cast<std::size_t>(count));
    lines_->read(unread_.offset, count, unwritten_.data());
    unread_ = {unread_.offset + count, unread_.count - count};
  }
  const ssize_t written = unwritten_.empty() ? 0 : ::write(input_pipe_.write, unwritten_.data(), unwritten_.size());
  const bool full = written < 0 && (errno == EAGAIN || errno == EINTR);
  if (written > 0) unwritten_.erase(0, static_cast<std::size_t>(written));
  const bool gone = written < 0 && !full;  // the program reads no more
  if (gone || (unwritten_.empty() && unread_.count == 0)) launch::close_descriptor(input_pipe_.write);
  return !full;
}

bool Call::read_from(Stream stream, const Take& take) {
  Reader& from = reader(stream);
  if (from.descriptor < 0) return false;
  char bytes[bytes_of_step];
  const ssize_t got = ::read(from.descriptor, bytes, sizeof bytes);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (got < 0) throw IoError(std::string("output of the program: cannot read: ") + std::strerror(errno));
  if (got == 0) {
    from.descriptor = -1;
    hand_out(stream, take, true);
    return true;
  }
  const std::string_view text(bytes, static_cast<std::size_t>(got));
  if (stream == Stream::errors) last_words_.take(text);
  from.unfinished += text;
  hand_out(stream, take, false);
  return true;
}

void Call::hand_out(Stream stream, const Take& take, bool all) {
  std::string& text = reader(stream).unfinished;
  const std::size_t last = text.rfind('\n');
  std::size_t count = last == text.npos ? 0 : last + 1;
  if (all || (count == 0 && text.size() >= bytes_of_step)) count = text.size();
  if (count == 0) return;
  take(stream, std::string_view(text).substr(0, count));
  text.erase(0, count);
}

std::optional<launch::ChildEnd> Call::ended() { return drained_ ? child_->ended() : std::nullopt; }

void Call::keep_output() {
  if (file_) file_->replace_target();
}

namespace {

std::string how_it_ended(const Failure& failure) {
  if (failure.error != 0) return failure.words;
  const std::string words = failure.words.empty() ? "" : ": " + failure.words;
  if (failure.signal == 0) return "exit code " + std::to_string(failure.code) + words;
  return "ended by signal " + std::to_string(failure.signal) + " (" + ::strsignal(failure.signal) + ")" + words;
}

/// "unit 3", "units 3 to 5"
std::string numbered(const std::string& what, document::Range range) {
  if (range.count == 1) return what + " " + std::to_string(range.first);
  return what + "s " + std::to_string(range.first) + " to " + std::to_string(range.end() - 1);
}

}  // namespace

std::string message_of(const Failure& failure) {
  const std::string units = failure.rows ? numbered("row", *failure.rows) + ", " + numbered("column", *failure.columns)
                                         : numbered("unit", failure.units);
  return "rank " + std::to_string(failure.rank) + " on " + failure.host + ": " + units + ": " + how_it_ended(failure);
}

int exit_code_of(const Failure& failure) {
  if (failure.error == -1) return EX_IOERR;
  if (failure.error == ENOENT) return 127;
  if (failure.error != 0) return 126;
  if (failure.signal != 0) return 125;
  return failure.code == 255 ? 124 : 123;
}

}  // namespace uneven::command
