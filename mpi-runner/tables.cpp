// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "data/input/plain.hpp"

namespace uneven::runner {

namespace {

std::string no_pipe(const std::string& name, const std::string& host) {
  return input_name(name) + ": its bytes are on another host than " + host +
         "; expected all processes on one host, or a file that each host has";
}

/// Where a process has the bytes of a pipe and others cannot open them, one process of each of their hosts gets them.
/// The others of the host open what that one keeps. Collective.
void hand_out(const std::string& name, bool have, const comm::Communicator& comm, const std::string& host) {
  constexpr std::int64_t at_a_time = 1 << 24;
  const auto all = comm::all_gather(comm, static_cast<std::int32_t>(have));
  if (std::ranges::find(all, 0) == all.end()) return;
  const auto from = static_cast<int>(std::ranges::find(all, 1) - all.begin());
  const auto hosts = comm::all_gather(comm, host);
  std::size_t taker = 0;
  while (taker < hosts.size() && (hosts[taker] != host || all[taker] != 0)) ++taker;
  const bool takes = static_cast<int>(taker) == comm.rank();
  std::optional<data::InputFile> file;
  std::optional<data::Spool> spool;
  std::string packing, piece;
  std::int64_t bytes = 0;
  comm::all_or_abort(comm, [&] {
    if (from == comm.size()) throw InputError(no_pipe(name, host));
    if (takes) spool.emplace(input_name(name));
    if (from != comm.rank()) return;
    packing = data::plain(name).packing;
    bytes = file.emplace(data::open_plain(name)).bytes();
  });
  packing = comm::broadcast(comm, std::move(packing), from);
  comm::broadcast(comm, &bytes, 1, from);
  for (std::int64_t at = 0; at < bytes; at += std::ssize(piece)) {
    piece.resize(static_cast<std::size_t>(std::min(at_a_time, bytes - at)));
    comm::all_or_abort(comm, [&] {
      if (file) file->read(at, std::ssize(piece), piece.data());
    });
    comm::broadcast(comm, piece.data(), std::ssize(piece), from);
    comm::all_or_abort(comm, [&] {
      if (takes) spool->write(piece);
    });
  }
  if (takes) data::keep_pipe(name, *spool, packing);
  const auto made = comm::all_gather(comm, takes ? data::published(name) : "");
  comm::all_or_abort(comm, [&] {
    if (!have && !takes && !data::adopt(name, made[taker])) throw InputError(no_pipe(name, host));
  });
}

}  // namespace

void unpack_together(const std::string& names, const comm::Communicator& comm, const Context& context) {
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const auto leader = std::ranges::find(hosts, context.machine.host) - hosts.begin();
  for (const std::string& name : files_of(names)) {
    const auto from = name == "-" ? 0 : leader;
    std::string made;
    comm::all_or_abort(comm, [&] {
      if (from == comm.rank()) made = data::published(name);
    });
    made = comm::all_gather(comm, made)[static_cast<std::size_t>(from)];
    // Whoever cannot open it unpacks for itself. The leader keeps it open until all have.
    bool have = true;
    comm::all_or_abort(
        comm, [&] { have = from == comm.rank() || data::is_kept(name) || (!made.empty() && data::adopt(name, made)); });
    if (name == "-") hand_out(name, have, comm, context.machine.host);
  }
}

void adopt_pipes(const std::string& kept, const comm::Communicator& comm, const std::string& host) {
  if (kept.empty()) return;
  for (const std::string& line : split(kept, '\n')) {
    const std::size_t tab = line.find('\t');
    const std::string name = name_of_text(line.substr(0, tab));
    bool have = false;
    comm::all_or_abort(comm, [&] { have = tab != line.npos && data::adopt(name, line.substr(tab + 1)); });
    hand_out(name, have, comm, host);
  }
}

std::shared_ptr<const data::Table> open_table(const std::string& path, const document::TableOptions& options,
                                              data::LastColumn last, const comm::Communicator& comm) {
  std::shared_ptr<data::Table> table;
  std::string survey;
  comm::all_or_abort(comm, [&] {
    table = std::make_shared<data::Table>(path, options, last);
    survey = table->survey(comm.rank(), comm.size());
  });
  const auto surveys = comm::all_gather(comm, survey);
  comm::all_or_abort(comm, [&] { table->finish(surveys); });
  if (comm.rank() == 0)
    for (const std::string& line : table->notes()) note(line);
  return table;
}

}  // namespace uneven::runner
