// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "data/plain.hpp"

namespace uneven::runner {

namespace {

std::string no_pipe(const std::string& name, const std::string& host) {
  return input_name(name) + ": its bytes are on another host than " + host +
         "; expected all processes on one host, or a file that each host has";
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
    comm::all_or_abort(comm, [&] {
      const bool have = from == comm.rank() || (!made.empty() && data::adopt(name, made));
      if (!have && name == "-") throw InputError(no_pipe(name, context.machine.host));
    });
  }
}

void adopt_pipes(const std::string& kept, const std::string& host) {
  if (kept.empty()) return;
  for (const std::string& line : split(kept, '\n')) {
    const std::size_t tab = line.find('\t');
    const std::string name = name_of_text(line.substr(0, tab));
    if (tab == line.npos || !data::adopt(name, line.substr(tab + 1))) throw InputError(no_pipe(name, host));
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
