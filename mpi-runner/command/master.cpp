// SPDX-License-Identifier: MIT
#include "command/master.hpp"

#include <mpi.h>

#include <algorithm>

#include "context.hpp"
#include "document/json.hpp"

namespace uneven::command {

Master::Master(Desk& desk, const document::CommandOptions& options, const comm::Communicator& comm)
    : desk_(desk),
      options_(options),
      comm_(comm),
      post_(comm, tag_to_master, tag_to_worker),
      start_(MPI_Wtime()),
      free_(static_cast<std::size_t>(comm.size())),
      pieces_(static_cast<std::size_t>(comm.size())) {}

bool Master::step() {
  bool any = false;
  while (const auto received = post_.receive()) {
    hear(received->from, received->message);
    any = true;
  }
  if (sent_home_) return any;
  look_at_clock();
  any |= deal();
  const bool works = std::ranges::any_of(pieces_, [](const auto& piece) { return piece.has_value(); });
  if (!works && std::ranges::count(free_, true) == comm_.size()) send_all_home();
  return any;
}

void Master::hear(int from, const Message& message) {
  if (message.say == Say::output) desk_.outputs.take(from, static_cast<Stream>(message.numbers[0]), message.text);
  if (message.say == Say::ended) end_call(from, message);
  if (message.say == Say::ended || message.say == Say::ready) free_[static_cast<std::size_t>(from)] = true;
  if (message.say == Say::left) ++left_;
}

void Master::end_call(int rank, const Message& message) {
  const Piece piece = *std::exchange(pieces_[static_cast<std::size_t>(rank)], std::nullopt);
  const auto end = document::Json::parse(message.text);
  if (end["code"] != 0 || end["error"] != 0) return fail(rank, piece, message.text);
  const std::vector<Bytes> output = desk_.outputs.end_call(rank);
  if (desk_.log) desk_.log->append({piece.units, output});
  desk_.outputs.end_piece(piece.units, output);
  done_ += piece.units.count;
  ++calls_;
  runner::progress(desk_.before + done_, desk_.count, MPI_Wtime() - start_, "calls", static_cast<double>(calls_),
                   desk_.before);
}

void Master::fail(int rank, const Piece& piece, const std::string& text) {
  const std::vector<Bytes> output = desk_.outputs.end_call(rank);
  if (sent_home_) return;  // an earlier failure ends the run
  const auto end = document::Json::parse(text);
  const Failure failure{piece.units, rank,          desk_.hosts[static_cast<std::size_t>(rank)],
                        end["code"], end["signal"], end["error"],
                        end["words"]};
  Piece again = piece;
  again.failed_at = rank;
  if (++again.failures <= options_.retries) {
    runner::note(message_of(failure) + "; tried again");
    return desk_.dealer.give_back(again);
  }
  failures_.push_back(failure);
  if (options_.keep_going) return desk_.outputs.end_piece(piece.units, output);
  send_all_home();
}

void Master::look_at_clock() {
  if (stopped_) return;
  if (options_.max_seconds && MPI_Wtime() - start_ >= *options_.max_seconds) stopped_ = "time";
  if (runner::stop_requested()) stopped_ = "signal";
}

bool Master::deal() {
  bool any = false;
  for (int rank = 0; rank < comm_.size() && !stopped_; ++rank) {
    if (!free_[static_cast<std::size_t>(rank)]) continue;
    const auto piece = desk_.dealer.next(rank);
    if (!piece) continue;
    const Bytes lines = desk_.lines ? desk_.lines->bytes_of(piece->units) : Bytes{};
    post_.send({Say::give, {piece->units.first, piece->units.count, piece->owner, lines.offset, lines.count}}, rank);
    pieces_[static_cast<std::size_t>(rank)] = piece;
    free_[static_cast<std::size_t>(rank)] = false;
    any = true;
  }
  return any;
}

void Master::send_all_home() {
  for (int rank = 0; rank < comm_.size(); ++rank) post_.send({Say::leave}, rank);
  sent_home_ = true;
}

}  // namespace uneven::command
