// SPDX-License-Identifier: MIT
#include "command/master.hpp"

#include <mpi.h>

#include <algorithm>

#include "context.hpp"
#include "document/json.hpp"

namespace uneven::command {

Master::Master(Dispatch& dispatch, const document::CommandOptions& options, const comm::Communicator& comm)
    : dispatch_(dispatch),
      options_(options),
      comm_(comm),
      mailbox_(comm, tag_to_master, tag_to_worker),
      start_(MPI_Wtime()),
      free_(static_cast<std::size_t>(comm.size())),
      pieces_(static_cast<std::size_t>(comm.size())),
      given_at_(static_cast<std::size_t>(comm.size())) {}

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
  dispatch_.dealer.learn(rank, piece.units.count, MPI_Wtime() - given_at_[static_cast<std::size_t>(rank)]);
  done_ += piece.units.count;
  ++calls_;
  runner::progress(dispatch_.before + done_, dispatch_.work.count, MPI_Wtime() - start_, "calls",
                   static_cast<double>(calls_), dispatch_.before);
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
  again.failed_at = rank;
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
    const auto piece = dispatch_.dealer.next(rank);
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

}  // namespace uneven::command
